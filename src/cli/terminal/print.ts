import { printable, printableLines } from '../../base/printable.ts';
import { printableJson } from '../../base/printable-json.ts';
import type { Tone } from '../../report/facts/wording.ts';
import type { ReportOptions } from '../../report/report-options.ts';
import { paint } from '../../report/terminal/paint.ts';
import { safeOutput } from './safe-output.ts';

const PLAIN_COLUMNS = 120;

/** A display at the bottom of the terminal, which has to give way while a line is written above it. */
export type LiveDisplay = { clear(): void; draw(): void };

let live: LiveDisplay | null = null;

/** `null` once it is gone. */
export function keepAtBottom(display: LiveDisplay | null): void {
  live = display;
}

/** Results go to stdout; progress and errors go to stderr. Nothing but this module writes to either. */
export function print(text: string): void {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  process.stdout.write(safeOutput(whole, terminalOptions().colour));
}

export function printJson(value: unknown): void {
  print(printableJson(value));
}

/** A line for whoever waits or wonders. */
export function say(line: string): void {
  writeLine(printable(line));
}

/** Lines of ours that stand together. */
export function sayLines(text: string): void {
  for (const line of printableLines(text.trimEnd())) writeLine(line);
}

/** A message under a label. Its further lines are indented, so that none of them can pose as a message of its own. */
export function sayUnder(label: string, tone: Tone, message: string): void {
  const [first = '', ...rest] = printableLines(message);
  writeLine(`${paint(tone, printable(label), colourOf(process.stderr))} ${first}`);
  for (const line of rest) writeLine(`  ${line}`.trimEnd());
}

/** Before the process ends without coming back here. */
export function leaveTerminal(): void {
  live?.clear();
  live = null;
}

function writeLine(line: string): void {
  live?.clear();
  process.stderr.write(`${line}\n`);
  live?.draw();
}

/** Colour where a person looks at a terminal, unless NO_COLOR says otherwise. */
export function terminalOptions(): ReportOptions {
  return optionsOf(process.stdout);
}

/** Text that is printed on stderr goes by these. */
export function noticeOptions(): ReportOptions {
  return optionsOf(process.stderr);
}

function optionsOf(stream: NodeJS.WriteStream): ReportOptions {
  return { colour: colourOf(stream), columns: (stream.isTTY && stream.columns) || PLAIN_COLUMNS };
}

function colourOf(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.hasColors();
}
