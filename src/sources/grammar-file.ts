import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParsedLanguage } from '../checks/security/syntax/script-parser.ts';

const GRAMMARS: Readonly<Record<ParsedLanguage, string>> = {
  bash: 'tree-sitter-bash/tree-sitter-bash.wasm',
  python: 'tree-sitter-python/tree-sitter-python.wasm',
  javascript: 'tree-sitter-javascript/tree-sitter-javascript.wasm',
  typescript: 'tree-sitter-typescript/tree-sitter-typescript.wasm',
  tsx: 'tree-sitter-typescript/tree-sitter-tsx.wasm',
};

/**
 * Where a grammar's WebAssembly is. The packages that it comes from bring sources and binaries for every platform too,
 * fifteen times as much, so that an installation has the file alone, put beside this module when `dist` is built.
 */
export function grammarFile(language: ParsedLanguage): string {
  const file = GRAMMARS[language];
  const shipped = fileURLToPath(new URL(`grammars/${basename(file)}`, import.meta.url));
  return existsSync(shipped) ? shipped : createRequire(import.meta.url).resolve(file);
}
