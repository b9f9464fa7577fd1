import { globSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { expect, test } from 'vitest';

/** Folders of `src/` by layer. A module imports only from a lower layer, never sideways. */
const LAYERS: Record<string, number> = {
  base: 0,
  contracts: 1,
  checks: 2,
  foreign: 2,
  probes: 2,
  scoring: 2,
  traffic: 2,
  report: 2,
  scorecard: 3,
  host: 4,
  threads: 4,
  sources: 5,
  sandbox: 5,
  gateway: 5,
  store: 5,
  suites: 6,
  agents: 6,
  graders: 6,
  runner: 7,
  app: 8,
  cli: 9,
  'index.ts': 9,
};

/** Where a vendor package may be imported. One that is missing here may be imported nowhere. */
const VENDORS: Record<string, readonly string[]> = {
  '#supported-node': ['app'],
  '@anthropic-ai/sdk': ['agents'],
  '@google/genai': ['agents'],
  '@jsquash/jpeg': ['graders'],
  '@modelcontextprotocol/server': ['sandbox'],
  ajv: ['graders'],
  'better-sqlite3': ['store'],
  commander: ['cli'],
  'csv-parse': ['graders'],
  dockerode: ['sandbox'],
  'eventsource-parser': ['traffic'],
  execa: ['host'],
  'fastest-levenshtein': ['base'],
  'gpt-tokenizer': ['gateway'],
  hono: ['gateway'],
  kysely: ['store'],
  'log-update': ['cli'],
  openai: ['agents'],
  'p-limit': ['runner', 'sandbox'],
  pngjs: ['graders'],
  re2js: ['base'],
  rolldown: ['app'],
  'smol-toml': ['base'],
  'string-width': ['report'],
  'tar-stream': ['sandbox', 'sources'],
  unpdf: ['graders'],
  'web-tree-sitter': ['sources'],
  yaml: ['base'],
  yauzl: ['sources'],
  zod: ['base', 'contracts', 'foreign', 'gateway', 'sources', 'traffic'],
};

/** Layers from here down compute and nothing else. */
const HIGHEST_PURE = 3;
/** What a pure layer may take from Node: computing, never the outside world. */
const PURE_BUILTINS = new Set(['node:crypto', 'node:util', 'node:path', 'node:buffer', 'node:zlib']);
/** It takes the arithmetic of addresses, and no socket. */
const ADDRESSES = { file: 'src/base/public-address.ts', builtin: 'node:net' };
const IMPURE_CALLS =
  /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|fetch\(|process\.(env|cwd|std))/;

/** `main.ts` prints the version without loading anything; the live display draws only what is printable. */
const TERMINAL_WRITES = /\bconsole\.|\bstd(out|err)\.write\(|createLogUpdate\(/;

/** As the formatter writes them: the clause may span lines, its last one begins with a brace. */
const STATIC_IMPORT = /^(?:(?:import|export|\})[^'\n]* from|import) '([^']+)';$/gm;
const DYNAMIC_IMPORT = /\bimport\('([^']+)'\)/g;

/** Without comments and quotes: a rule may speak of what it must not do. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|'[^'\n]*'/gs, '');
}

type Import = { file: string; folder: string; specifier: string };

const files = globSync('src/**/*.ts').map((file) => file.replaceAll('\\', '/'));
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(STATIC_IMPORT), ...text.matchAll(DYNAMIC_IMPORT)];
  return specifiers.map(([, specifier = '']) => ({ file, folder: folderOf(file), specifier }));
}

function folderOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function targetOf({ file, specifier }: Import): string {
  return folderOf(posix.join(dirname(file), specifier));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function breach(one: Import): string | null {
  const from = LAYERS[one.folder];
  if (from === undefined) return `${one.file} is in no layer`;
  if (one.specifier.startsWith('node:')) return builtinBreach(one, from);
  if (!one.specifier.startsWith('.')) return vendorBreach(one);
  const target = targetOf(one);
  const to = LAYERS[target];
  if (to === undefined) return `${one.file} imports ${one.specifier}, which is in no layer`;
  if (target === one.folder) return null;
  return to < from ? null : `${one.file} (layer ${from}) must not import ${one.specifier} (layer ${to})`;
}

function builtinBreach(one: Import, layer: number): string | null {
  const isAddresses = one.file === ADDRESSES.file && one.specifier === ADDRESSES.builtin;
  if (layer > HIGHEST_PURE || PURE_BUILTINS.has(one.specifier) || isAddresses) return null;
  return `${one.file} is pure and imports ${one.specifier}`;
}

function vendorBreach(one: Import): string | null {
  const allowed = VENDORS[packageOf(one.specifier)] ?? [];
  return allowed.includes(one.folder) ? null : `${one.file} must not import ${one.specifier}`;
}

test('the source files are found, so the rules below have something to check', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(imports.length).toBeGreaterThan(50);
});

test('no module imports from a higher layer, sideways, or a vendor package outside its adapter', () => {
  expect(imports.map(breach).filter((message) => message !== null)).toEqual([]);
});

/** `src/a/b/c.ts` lies in the folders `src/a` and `src/a/b`. */
function foldersOf(file: string): string[] {
  const parts = dirname(file).split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The two folders beside each other, below one of the layers, that an import leads between; `null` where it does not. */
function siblingsOf({ file, specifier }: Import): [string, string] | null {
  if (!specifier.startsWith('.')) return null;
  const target = foldersOf(posix.join(dirname(file), specifier));
  const from = foldersOf(file);
  const at = from.findIndex((folder, index) => target[index] !== folder);
  const [one, other] = [from[at], target[at]];
  return at < 2 || one === undefined || other === undefined ? null : [one, other];
}

test('no sibling folders import each other, directly or in a circle', () => {
  const edges = imports.map(siblingsOf).filter((pair) => pair !== null);
  expect(circularEdges(edges)).toEqual([]);
});

/** The edges that lie on a cycle: the end of one leads back to its beginning. */
function circularEdges(edges: readonly [string, string][]): string[] {
  const targets = Map.groupBy(edges, ([from]) => from);
  const leadsTo = (start: string, end: string): boolean => {
    const reached = new Set([start]);
    for (const folder of reached) for (const [, next] of targets.get(folder) ?? []) reached.add(next);
    return reached.has(end);
  };
  const circular = edges.filter(([from, to]) => leadsTo(to, from));
  return [...new Set(circular.map(([from, to]) => `${from} imports ${to}`))].toSorted();
}

test('a circle of three folders is found, and what only leads into it is not', () => {
  const edges: [string, string][] = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['d', 'a'],
  ];
  expect(circularEdges(edges)).toEqual(['a imports b', 'b imports c', 'c imports a']);
});

/** Every statement that takes values or passes them on, as the formatter writes it, and where it takes them from. */
const VALUES =
  /^(?:import|export) (?!type )(?!\{ type [^,}]+(?:, type [^,}]+)* \})(?:\w+,? )?(?:\* (?:as \w+ )?|\{[^}]*\} )?from '(\.[^']+)';$/gm;

test('a folder imports only types from its parent folders', () => {
  const upwards = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(VALUES)].flatMap(([, specifier = '']) => {
      const target = dirname(posix.join(dirname(file), specifier));
      const isAbove = foldersOf(file).slice(2, -1).includes(target) || isTopOf(file, target);
      return isAbove ? [`${file} takes values from ${target}`] : [];
    }),
  );
  expect(upwards).toEqual([]);
});

/** Whether a folder is the layer that a file lies deeper in. */
function isTopOf(file: string, folder: string): boolean {
  const [, top, ...deeper] = foldersOf(file);
  return top === folder && deeper.length > 0;
}

test('the pure layers use no clock, randomness, environment or network', () => {
  const pure = files.filter((file) => (LAYERS[folderOf(file)] ?? 9) <= HIGHEST_PURE);
  expect(pure.filter((file) => IMPURE_CALLS.test(codeOf(file)))).toEqual([]);
});

test('only the terminal modules write to the terminal, so no output goes unchecked', () => {
  const writers = files.filter((file) => TERMINAL_WRITES.test(codeOf(file)));
  expect(writers).toEqual([
    'src/cli/main.ts',
    'src/cli/terminal/live-display.ts',
    'src/cli/terminal/print.ts',
  ]);
});

test('one module starts the programs of this machine, so that none is started in a hostile folder or told a key', () => {
  const starting = imports.filter(({ specifier }) => ['execa', 'node:child_process'].includes(specifier));
  // Assay's own program for PDFs has a folder of its own and no environment.
  expect(starting.map(({ file }) => file).toSorted()).toEqual([
    'src/graders/content/pdfs/read-pdf.ts',
    'src/host/host-programs.ts',
  ]);
});

test('only one module normalises text, so that no text from outside takes quadratic time', () => {
  const normalising = files.filter((file) => /(?<!posix)\.normalize\(/.test(codeOf(file)));
  expect(normalising).toEqual(['src/base/normalised.ts']);
});

test.each([
  ['src/scoring/a.ts', '../store/b.ts', /must not import/],
  ['src/scoring/a.ts', '../report/b.ts', /must not import/],
  ['src/store/a.ts', '../gateway/b.ts', /must not import/],
  ['src/scoring/a.ts', 'node:fs', /is pure/],
  ['src/base/a.ts', 'node:net', /is pure/],
  ['src/runner/a.ts', 'dockerode', /must not import/],
  ['src/runner/a.ts', 'left-pad', /must not import/],
  ['src/helpers/a.ts', '../base/b.ts', /no layer/],
])('%s importing %s is a violation', (file, specifier, message) => {
  expect(breach({ file, folder: folderOf(file), specifier })).toMatch(message);
});

test.each([
  ['src/scoring/a.ts', '../contracts/b.ts'],
  ['src/cli/a.ts', '../app/b.ts'],
  ['src/store/a.ts', 'kysely'],
  ['src/store/a.ts', './b.ts'],
])('%s importing %s is allowed', (file, specifier) => {
  expect(breach({ file, folder: folderOf(file), specifier })).toBeNull();
});
