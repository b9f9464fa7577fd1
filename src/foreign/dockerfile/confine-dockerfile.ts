import { AssayError } from '../../base/assay-error.ts';
import { printable } from '../../base/printable.ts';
import { fileText } from '../drafting/file-text.ts';
import type { Files } from '../foreign-format.ts';
import { BASE, buildRefusal, flagsOf, MOST_STAGES, STAGE_NAME, stageAt } from './build-refusal.ts';
import { type Instruction, parseDockerfile } from './parse-dockerfile.ts';
import { withoutDocument } from './run-document.ts';

/** A stage is made from the sandbox image, from nothing, or from another stage, which its own entry says. */
type Stage = { name: string | null; standsOnBase: boolean };

/**
 * The Dockerfile of an environment as it is handed to the engine: one line for each instruction, without comments and
 * parser directives, so that every builder reads what was examined here. It is refused with its line if it needs anything
 * but its own files and the sandbox image. `path` is its path, for the reader.
 */
export function confineDockerfile(path: string, content: Files[number]['content']): string {
  const instructions = parseDockerfile(fileText({ path, content, executable: false }));
  const froms = instructions.filter(({ keyword }) => keyword === 'FROM');
  if (froms.length > MOST_STAGES)
    throw refusal(path, `expected at most ${MOST_STAGES} stages, found ${froms.length}. Join some of them.`);
  const stages: Stage[] = [];
  const lines = instructions.map((instruction) => {
    const why = buildRefusal(
      instruction,
      (instruction.keyword === 'FROM' ? stages : stages.slice(0, -1)).map(({ name }) => name),
    );
    if (why !== null) throw refusal(`${path}:${instruction.line}`, why);
    if (instruction.keyword === 'FROM') stages.push(stageOf(instruction, stages));
    return `${instruction.keyword} ${withoutDocument(instruction) ?? instruction.words}`;
  });
  if (stages.at(-1)?.standsOnBase === true && declaresBase(instructions)) return `${lines.join('\n')}\n`;
  throw refusal(
    path,
    'expected the line ARG BASE_IMAGE at its beginning, and a last stage that begins with FROM $BASE_IMAGE, so that it stands on the sandbox image.',
  );
}

function stageOf({ words }: Instruction, above: readonly Stage[]): Stage {
  const [image = '', , name = null] = flagsOf(words).rest.split(/[ \t]+/);
  const at = STAGE_NAME.test(image)
    ? stageAt(
        image,
        above.map((stage) => stage.name),
      )
    : null;
  return { name, standsOnBase: BASE.test(image) || (at !== null && above[at]?.standsOnBase === true) };
}

/** Arguments of a build have their values in `FROM` only if they are declared before the first one. */
function declaresBase(instructions: readonly Instruction[]): boolean {
  const first = instructions.findIndex(({ keyword }) => keyword === 'FROM');
  return instructions
    .slice(0, first)
    .some(({ keyword, words }) => keyword === 'ARG' && /(?:^|\s)BASE_IMAGE(?:[\s=]|$)/.test(words));
}

function refusal(place: string, why: string): AssayError {
  return new AssayError('INPUT_INVALID', `${printable(place)}: ${printable(why)}`);
}
