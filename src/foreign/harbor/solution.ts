import { shellQuote } from '../../base/shell-quote.ts';
import { isVariable } from '../../contracts/environment.ts';
import { fileText, textFile } from '../drafting/file-text.ts';
import type { LossList } from '../drafting/loss-list.ts';
import type { Files } from '../foreign-format.ts';
import { withDefaults } from './environment-spec.ts';
import type { PackagedTask } from './packaged-task.ts';

const SOLVE = 'solve.sh';

/** The reference solution: for a task of several steps, those of all of them. */
export function solutionOf(task: PackagedTask, losses: LossList): Files {
  const files = task.steps.some(({ solution }) => solution.length > 0) ? ofSteps(task) : task.solution;
  const script = files.find(({ path }) => path === SOLVE);
  if (script === undefined) return [];
  const variables = variablesOf(task);
  if (variables.length === 0) return files;
  losses.changed(
    task.file,
    task.placeOf(variablesPlace(task)),
    `The variables are set by solution/${SOLVE}.`,
  );
  const text = `#!/bin/bash\n${variables.join('\n')}\n${fileText(script)}`;
  return files.map((file) => (file === script ? textFile(SOLVE, text, true) : file));
}

function ofSteps({ steps }: PackagedTask): Files {
  const isWhole = steps.every(({ solution }) => solution.some(({ path }) => path === SOLVE));
  if (!isWhole) return [];
  const files = steps.flatMap(({ solution }, index) =>
    solution.map((file) => ({ ...file, path: `step-${index + 1}/${file.path}` })),
  );
  const lines = steps.map((_, index) => `bash /solution/step-${index + 1}/${SOLVE}`);
  return [...files, textFile(SOLVE, `#!/bin/bash\nset -e\n${lines.join('\n')}\n`, true)];
}

function variablesPlace({ config }: PackagedTask): string[] {
  return [config.solution == null ? 'oracle' : 'solution', 'env'];
}

function variablesOf({ config }: PackagedTask): string[] {
  const env = config.solution?.env ?? config.oracle?.env ?? {};
  return Object.entries(env).flatMap(([name, given]) => {
    const value = withDefaults(given);
    return isVariable(name) && value !== null ? [`export ${name}=${shellQuote(value)}`] : [];
  });
}
