import { printable, printableLines } from '../../base/printable.ts';
import { printableJson } from '../../base/printable-json.ts';
import type { Tone } from '../../report/facts/wording.ts';
import type { ReportOptions } from '../../report/report-options.ts';
import { paint } from '../../report/terminal/paint.ts';
import { safeOutput } from './safe-output.ts';

const PLAIN_COLUMNS = 120;

/** A display at the bottom of the terminal that is cleared while a line is written above it. */
export type LiveDisplay = { clear(): void; draw(): void };

let live: LiveDisplay | null = null;

/** Pass `null` once the display is gone. */
export function keepAtBottom(display: LiveDisplay | null): void {
  live = display;
}

/** Results go to stdout; progress and errors go to stderr. Only this module writes to either. */
export function print(text: string): void {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  process.stdout.write(safeOutput(whole, terminalOptions().colour));
}

export function printJson(value: unknown): void {
  print(printableJson(value));
}

/** Writes a line about progress to stderr. */
export function say(line: string): void {
  writeLine(printable(line));
}

/** Writes lines of ours that belong together. */
export function sayLines(text: string): void {
  for (const line of printableLines(text.trimEnd())) writeLine(line);
}

/**
 * Writes a message under a label. Further lines are indented, so that none of them can pose as a message of
 * its own.
 */
export function sayUnder(label: string, tone: Tone, message: string): void {
  const [first = '', ...rest] = printableLines(message);
  writeLine(`${paint(tone, printable(label), colourOf(process.stderr))} ${first}`);
  for (const line of rest) writeLine(`  ${line}`.trimEnd());
}

/** To be called before the process ends without returning here. */
export function leaveTerminal(): void {
  live?.clear();
  live = null;
}

function writeLine(line: string): void {
  live?.clear();
  process.stderr.write(`${line}\n`);
  live?.draw();
}

/** There is colour if stdout is a terminal, unless NO_COLOR says otherwise. */
export function terminalOptions(): ReportOptions {
  return optionsOf(process.stdout);
}

/** The same options for text that is printed on stderr. */
export function noticeOptions(): ReportOptions {
  return optionsOf(process.stderr);
}

function optionsOf(stream: NodeJS.WriteStream): ReportOptions {
  return { colour: colourOf(stream), columns: (stream.isTTY && stream.columns) || PLAIN_COLUMNS };
}

function colourOf(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.hasColors();
}
