import { extname } from 'node:path';

/** The file of a thread beside a module: TypeScript here, and JavaScript in the built package. */
export function threadFile(name: string, beside: string): URL {
  return new URL(`./${name}${extname(beside)}`, beside);
}
