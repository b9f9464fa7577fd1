import { accessSync, appendFileSync, closeSync, constants, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { print } from './print.ts';

/** Where results go: a file that was asked for, or stdout. */
export type Output = { write(text: string): void } & Disposable;

/**
 * A file is made with the first result, so that it is in no folder that is still to be read; that there is a place for
 * it is seen at once.
 */
export function openOutput(file: string | undefined): Output {
  if (file === undefined) return { write: print, [Symbol.dispose]: () => undefined };
  orUnwritable(() => accessSync(dirname(resolve(file)), constants.W_OK));
  let descriptor: number | null = null;
  return {
    write(text) {
      descriptor ??= orUnwritable(() => openSync(file, 'w'));
      appendFileSync(descriptor, text);
    },
    [Symbol.dispose]() {
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}

function orUnwritable<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw new AssayError('FILE_UNWRITABLE', `Cannot write the results: ${messageOf(cause)}.`, { cause });
  }
}
