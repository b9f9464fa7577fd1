import type { Task } from '../../contracts/task.ts';
import { textFile, textOrNull } from '../drafting/file-text.ts';
import type { Files } from '../foreign-format.ts';
import { PRELUDE, TEST, type Verifier } from './verifier.ts';

/** The command of a verifier that was imported: its script, with the variables of its task. */
const COMMAND = /^(?:env((?: [A-Za-z_]\w*='(?:[^']|'\\'')*')+) )?bash \/grade\/test\.sh$/;
const VARIABLE = / ([A-Za-z_]\w*)='((?:[^']|'\\'')*)'/g;
/** Harbor would fill in a value of the machine that it runs on. */
const FILLED_IN = '${';
/** What a grading file can use here and cannot in Harbor. */
const OURS = /\/grade\b|\bas-agent\b/;

/**
 * The verifier of a task that a single `reward` grader decides: Harbor runs its script as it is. Harbor has no threshold,
 * so that of the grader is metadata, which an import reads back. `null` for any other task.
 */
export function rewardVerifier({ graders: [grader, another] }: Task, grade: Files): Verifier | null {
  if (grader?.kind !== 'reward' || another !== undefined) return null;
  const [found, variables = ''] = COMMAND.exec(grader.command) ?? [];
  const script = textOrNull(grade.find(({ path }) => path === TEST)?.content ?? new Uint8Array());
  if (found === undefined || !script || variables.includes(FILLED_IN)) return null;
  const { title, threshold, metric } = grader;
  const usesOurs = grade.some(({ content }) => OURS.test(textOrNull(content) ?? ''));
  return {
    files: grade.map((file) =>
      file.path === TEST && usesOurs ? textFile(TEST, withPrelude(script), true) : file,
    ),
    seconds: grader.timeoutSeconds,
    variables: Object.fromEntries(
      [...variables.matchAll(VARIABLE)].map(([, name = '', value = '']) => [
        name,
        value.replaceAll("'\\''", "'"),
      ]),
    ),
    metadata: { assay_reward: { title, threshold, ...(metric === undefined ? {} : { metric }) } },
  };
}

/** A script may begin with the line that says which shell reads it. */
function withPrelude(script: string): string {
  const [first = ''] = /^#!.*\n/.exec(script) ?? [];
  return `${first}${PRELUDE}${script.slice(first.length)}`;
}
