import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParsedLanguage } from '../checks/security/engine/syntax/script-parser.ts';

const GRAMMARS: Readonly<Record<ParsedLanguage, string>> = {
  bash: 'tree-sitter-bash/tree-sitter-bash.wasm',
  python: 'tree-sitter-python/tree-sitter-python.wasm',
  javascript: 'tree-sitter-javascript/tree-sitter-javascript.wasm',
  typescript: 'tree-sitter-typescript/tree-sitter-typescript.wasm',
  tsx: 'tree-sitter-typescript/tree-sitter-tsx.wasm',
};

/**
 * The path of a grammar's WebAssembly. The packages of the grammars also contain sources and binaries for
 * every platform, fifteen times as large, so an installation has only this file, which the build of `dist`
 * puts beside this module.
 */
export function grammarFile(language: ParsedLanguage): string {
  const file = GRAMMARS[language];
  const shipped = fileURLToPath(new URL(`grammars/${basename(file)}`, import.meta.url));
  return existsSync(shipped) ? shipped : createRequire(import.meta.url).resolve(file);
}
