import { setImmediate as nextTurn } from 'node:timers/promises';
import { AssayError } from '../../../base/assay-error.ts';
import { digestOf } from '../../../base/digest.ts';
import type { TreeEntry } from '../../../contracts/evidence.ts';
import { type ToldEntry, TreeLine } from '../../../contracts/tree-line.ts';
import type { FileTree } from '../../sandbox.ts';

/** The number of bytes after which the other work of this process gets a turn. */
const PORTION_BYTES = 1024 ** 2;
const LINE_END = 0x0a;

type Told = { content: Uint8Array; digest: TreeEntry['digest'] };

/**
 * Parses the output of `sandbox/read-tree.py`. A name that is not UTF-8 keeps its bytes as lone surrogates,
 * as in Python, so that no two names become the same.
 */
export async function parseTree(output: Buffer): Promise<FileTree> {
  const entries = new Map<string, TreeEntry>();
  const contents = new Map<string, Uint8Array>();
  const attributes = new Map<string, Uint8Array>();
  const told = new Map<number, Told>();
  let number = 0;
  let turnAt = PORTION_BYTES;
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf(LINE_END, at);
    if (lineEnd < 0) break;
    const line = readLine(output.toString('utf8', at, lineEnd));
    if ('end' in line) {
      const { complete: isComplete, absent } = line;
      return { entries: [...entries.values()], contents, attributes, isComplete, absent };
    }
    at = lineEnd + 1 + (line.bytes ?? 0);
    if (line.bytes !== null) told.set(number, tell(output.subarray(lineEnd + 1, at)));
    const file = told.get(line.same ?? number) ?? null;
    const hung = line.attributes === null ? null : Buffer.from(line.attributes, 'base64');
    entries.set(line.path, entryOf(line, file, hung));
    if (hung !== null) attributes.set(line.path, hung);
    if (file !== null) contents.set(line.path, file.content);
    number += 1;
    if (at < turnAt) continue;
    turnAt = at + PORTION_BYTES;
    await nextTurn();
  }
  throw new AssayError('SANDBOX_FAILED', 'The list of files in a sandbox was cut off.');
}

function readLine(text: string): TreeLine {
  try {
    return TreeLine.parse(JSON.parse(text));
  } catch (cause) {
    throw new AssayError('SANDBOX_FAILED', 'The list of files in a sandbox contains an unexpected line.', {
      cause,
    });
  }
}

function tell(content: Uint8Array): Told {
  return { content, digest: digestOf(content) };
}

function entryOf(
  { bytes: _bytes, same: _same, ...entry }: ToldEntry,
  file: Told | null,
  attributes: Uint8Array | null,
): TreeEntry {
  return {
    ...entry,
    digest: file?.digest ?? null,
    attributes: attributes === null ? null : digestOf(attributes),
    content: null,
  };
}
