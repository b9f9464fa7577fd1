import { cpSync, globSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Writes `dist`: the modules of Assay and of the packages that it needs, joined into a few files. A command would load
 * more than a thousand otherwise, which takes three times as long as what most commands do.
 */

/** The programs that something starts: the command, the library, threads, and what runs in a process of its own. */
const STARTED = [
  'src/cli/main.ts',
  'src/index.ts',
  ...globSync('src/**/*-thread.ts'),
  'src/graders/content/pdfs/pdf-process.ts',
];
/** A program that runs where the package is not: all of its modules are written into one file. */
const ALONE = 'src/graders/standalone/judge-file.ts';

/** The packages that are installed beside Assay: native code, WebAssembly, and what looks for files beside its own. */
const INSTALLED = ['@jsquash/jpeg', 'better-sqlite3', 'dockerode', 'unpdf', 'web-tree-sitter'];
const isInstalled = (specifier: string) =>
  INSTALLED.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** Until all of it is there, so that no command starts from half of it. */
const UNFINISHED = `node_modules/.dist-${process.pid}`;
const GRAMMARS = join(UNFINISHED, 'sources/grammars');

await write(STARTED, { chunkFileNames: 'shared/[name]-[hash].js' });
await write([ALONE], { codeSplitting: false });
for (const grammar of globSync('node_modules/tree-sitter-*/*.wasm')) {
  mkdirSync(GRAMMARS, { recursive: true });
  cpSync(grammar, join(GRAMMARS, basename(grammar)));
  copyLicence(grammar);
}
rmSync('dist', { recursive: true, force: true });
renameSync(UNFINISHED, 'dist');

async function write(
  programs: readonly string[],
  options: { chunkFileNames?: string; codeSplitting?: false },
): Promise<void> {
  const input = Object.fromEntries(programs.map((file) => [builtFile(file).replace(/\.js$/, ''), file]));
  await using build = await rolldown({
    input,
    external: isInstalled,
    platform: 'node',
    plugins: [ownPlaces()],
  });
  const { output } = await build.write({ dir: UNFINISHED, entryFileNames: '[name].js', ...options });
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  for (const module of modules) if (module.includes('node_modules')) copyLicence(module);
}

/** A module finds files from its own place, which it keeps although its code moves into another file. */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    transform(code, id) {
      const file = relative('.', id);
      if (!file.startsWith(`src${sep}`) || !code.includes('import.meta.url')) return null;
      return code.replaceAll('import.meta.url', `placeOf("${builtFile(file)}")`);
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(/\bplaceOf\("([^"]+)"\)/g, (_, file: string) => {
        const path = posix.relative(posix.dirname(fileName), file);
        return `new URL("${path.startsWith('.') ? path : `./${path}`}", import.meta.url).href`;
      });
    },
  };
}

/** The place within `dist` that belongs to a module of `src`. */
function builtFile(file: string): string {
  return relative('src', file).split(sep).join('/').replace(/\.ts$/, '.js');
}

/** An installation is spared the packages' sources, source maps and binaries for other platforms, but not their licences. */
function copyLicence(file: string): void {
  const [folder = '', name = ''] =
    /^.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(resolve(file)) ?? [];
  for (const entry of readdirSync(folder).filter((entry) => /^(licen[cs]e|copying|notice)/i.test(entry))) {
    const place = join(UNFINISHED, 'licences', name, entry);
    mkdirSync(dirname(place), { recursive: true });
    cpSync(join(folder, entry), place);
  }
}
