import { appendFileSync, closeSync, openSync } from 'node:fs';
import { orUnwritable, requireWritable } from '../../app/given-file.ts';
import { print } from './print.ts';

/** The target of the results: a file that was asked for, or stdout. */
export type OutputTarget = { write(text: string): void } & Disposable;

/**
 * The file is created with the first result, so that it is in no folder that is still to be read. Whether it
 * can be created is checked at once.
 */
export function openOutput(file: string | undefined): OutputTarget {
  if (file === undefined) return { write: print, [Symbol.dispose]: () => undefined };
  const given = { file, what: 'results' };
  requireWritable(given);
  let descriptor: number | null = null;
  return {
    write(text) {
      descriptor ??= orUnwritable(given, () => openSync(file, 'w'));
      appendFileSync(descriptor, text);
    },
    [Symbol.dispose]() {
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}
