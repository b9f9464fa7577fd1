import { cpSync, globSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * The last step of a build: what `dist` needs of packages of which it needs a small part. The packages themselves are
 * development dependencies, so that an installation is spared their sources, source maps and binaries for other
 * platforms: 170 of 258 MB. Each part comes with its licence.
 */
const GRAMMARS = 'dist/sources/grammars';
/** Modules into which the code of the package that they import is written. */
const ADAPTERS = [
  'dist/agents/api/anthropic-conversation.js',
  'dist/agents/api/openai-conversation.js',
  'dist/gateway/upstreams/scripted/count-tokens.js',
];

/** A program that runs where the package is not: all of its modules are written into it. */
const PROGRAMS = ['dist/graders/standalone/judge-file.js'];

for (const grammar of globSync('node_modules/tree-sitter-*/*.wasm')) {
  mkdirSync(GRAMMARS, { recursive: true });
  cpSync(grammar, join(GRAMMARS, basename(grammar)));
  copyLicence(grammar);
}
for (const adapter of ADAPTERS) for (const module of await bundle(adapter, isOurs)) copyLicence(module);
for (const program of PROGRAMS) for (const module of await bundle(program, () => false)) copyLicence(module);

function isOurs(specifier: string, importer = ''): boolean {
  return specifier.startsWith('.') && !importer.includes('node_modules');
}

/** Writes the packages of a module into it, but nothing external, and gives the files that they came from. */
async function bundle(file: string, external: typeof isOurs): Promise<string[]> {
  await using build = await rolldown({ input: file, external, platform: 'node' });
  const { output } = await build.write({ file, codeSplitting: false });
  return output[0].moduleIds.filter((id) => id.includes('node_modules'));
}

function copyLicence(file: string): void {
  const [first = '', second = ''] = relative('node_modules', file).split(sep);
  const packageName = first.startsWith('@') ? join(first, second) : first;
  for (const licence of globSync(`node_modules/${packageName}/LICEN[CS]E*`)) {
    const place = join('dist/licences', packageName, basename(licence));
    mkdirSync(dirname(place), { recursive: true });
    cpSync(licence, place);
  }
}
