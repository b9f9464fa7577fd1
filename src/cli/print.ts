import { printable } from '../base/printable.ts';
import { printableJson } from '../base/printable-json.ts';
import type { ReportOptions } from '../report/report-options.ts';

const PLAIN_COLUMNS = 120;

/** Results go to stdout; progress and errors go to stderr. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** A line for whoever waits or wonders. */
export function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

export function printJson(value: unknown): void {
  print(printableJson(value));
}

/** Colour where a person looks at a terminal, unless NO_COLOR says otherwise. */
export function terminalOptions(): ReportOptions {
  const { stdout } = process;
  return {
    colour: stdout.isTTY && stdout.hasColors(),
    columns: stdout.isTTY ? stdout.columns : PLAIN_COLUMNS,
  };
}
