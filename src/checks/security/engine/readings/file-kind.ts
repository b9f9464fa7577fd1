import type { TextFile } from '../../../skill/text-file.ts';

export type OpaqueKind = 'program' | 'archive' | 'bytecode' | 'pickle' | 'media';

/** The first bytes, in Latin-1, of files that mostly contain no text to read. */
const SIGNATURES: readonly [string, OpaqueKind][] = [
  ['\x7fELF', 'program'],
  ['MZ', 'program'],
  ['\xcf\xfa\xed\xfe', 'program'],
  ['\xce\xfa\xed\xfe', 'program'],
  ['\xca\xfe\xba\xbe', 'program'],
  ['\0asm', 'program'],
  ['PK\x03\x04', 'archive'],
  ['\x1f\x8b', 'archive'],
  ['7z\xbc\xaf', 'archive'],
  ['Rar!', 'archive'],
  ['BZh', 'archive'],
  ['\xfd7zXZ', 'archive'],
  ['\x89PNG', 'media'],
  ['\xff\xd8\xff', 'media'],
  ['GIF8', 'media'],
  ['RIFF', 'media'],
  ['wOFF', 'media'],
  ['wOF2', 'media'],
  ['OTTO', 'media'],
  ['\0\x01\0\0', 'media'],
  ['%PDF', 'media'],
  ['ID3', 'media'],
  ['OggS', 'media'],
];

/** Formats that contain an archive but are documents to everybody who opens them. */
const DOCUMENT = /\.(?:docx|xlsx|pptx|odt|ods|odp|epub|docm|xlsm|pptm|dotx|potx|xltx)$/i;
const BYTECODE = /\.(?:pyc|pyo|class|jar|wasm|node|so|dll|dylib|exe)$/i;
const PICKLE = /\.(?:pkl|pickle|joblib|dill|pt|pth)$/i;

/**
 * The kind of content that its first bytes or its name claim for a file that is not plain text; null if they
 * claim none. A script may begin with the bytes of a picture and run all the same.
 */
export function opaqueKindOf({ path, content, flaws }: TextFile): OpaqueKind | null {
  if (!flaws.includes('nul') && !flaws.includes('invalid-utf-8')) return null;
  if (PICKLE.test(path)) return 'pickle';
  if (BYTECODE.test(path)) return 'bytecode';
  const head = Buffer.from(content.subarray(0, 8)).toString('latin1');
  const kind = SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1] ?? null;
  return kind === 'archive' && DOCUMENT.test(path) ? 'media' : kind;
}

const PROSE_FILE = /\.(?:md|mdx|markdown|mdc|txt|rst|adoc)$/i;
const DATA_FILE =
  /\.(?:json|jsonc|json5|jsonl|ya?ml|toml|ini|cfg|conf|csv|tsv|env|lock|xml|plist|service|ipynb|log)$/i;

export function isProseFile(path: string): boolean {
  return PROSE_FILE.test(path);
}

export function isDataFile(path: string): boolean {
  return DATA_FILE.test(path);
}

const FIXTURE_PATH =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|fixtures?|testdata|test-data|evals?|evaluations?|examples?|samples?|mocks?|cases)\/|(?:^|\/)test_[^/]{1,80}$|[._-](?:test|spec)\.[a-z]{1,4}$/i;

/** It is among tests, fixtures, examples or evaluations. */
export function isFixturePath(path: string): boolean {
  return FIXTURE_PATH.test(path);
}
