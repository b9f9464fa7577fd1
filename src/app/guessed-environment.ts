import type { Loss } from '../contracts/loss.ts';
import type { SuiteDraft } from '../foreign/foreign-format.ts';
import { type Guess, guessEnvironment } from '../suites/starter/guess-environment.ts';

const MANAGERS = { debian: 'Debian', pip: 'Python', npm: 'npm' } as const satisfies Record<
  Guess['kind'],
  string
>;

/**
 * What a skill seems to need, where nothing else says so. Python and npm packages are only listed: anybody can publish
 * one, the author of the skill too, and it would run in both arms and beside the graders.
 */
export function guessedEnvironment(draft: SuiteDraft): { draft: SuiteDraft; losses: Loss[] } {
  const isKnown =
    draft.suite.environment !== undefined ||
    draft.environment.length > 0 ||
    draft.tasks.some(
      ({ task, environment = [] }) => task.environment !== undefined || environment.length > 0,
    );
  const guesses = isKnown ? [] : guessEnvironment(draft.skill);
  const debian = guesses.filter(({ kind }) => kind === 'debian').map(({ name }) => name);
  const suite = debian.length === 0 ? draft.suite : { ...draft.suite, environment: { debian } };
  return { draft: { ...draft, suite }, losses: guesses.map(lossOf) };
}

function lossOf({ kind, name, from }: Guess): Loss {
  const what = `the ${MANAGERS[kind]} package ${name}`;
  return kind === 'debian'
    ? {
        file: from,
        place: '',
        effect: 'changed',
        detail: `The skill seems to need ${what}, which is installed.`,
      }
    : {
        ...{ file: from, place: '', effect: 'incomplete' },
        detail: `The skill seems to need ${what}. If you trust its authors, add it to "environment" in suite.yaml.`,
      };
}
