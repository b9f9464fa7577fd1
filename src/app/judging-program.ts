import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The place in `src` and in `dist` of the program that decides a grader by itself. */
const PROGRAM = new URL('../graders/standalone/judge-file', import.meta.url);
const IS_SOURCE = import.meta.url.endsWith('.ts');

/**
 * The program that decides a grader where there is no Assay, in one file. The built package has it; from source it is
 * bundled, with a package that an installation does not have.
 */
export async function judgingProgram(): Promise<string> {
  return IS_SOURCE ? await bundled(`${PROGRAM}.ts`) : await readFile(new URL(`${PROGRAM}.js`), 'utf8');
}

async function bundled(file: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  await using build = await rolldown({ input: fileURLToPath(file), platform: 'node' });
  const { output } = await build.generate({ codeSplitting: false });
  return output[0].code;
}
