import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const CHOICE = 'ASSAY_TEST_AGENTS';

/** The tests of agent programs that a choice of agents leaves out; without a choice, none. */
export function agentTestsLeftOut(choice: string | undefined): string[] {
  if (choice === undefined) return [];
  const chosen = choice.split(',').map((id) => id.trim());
  const tests = new Map(agentTests().map((path) => [basename(path, '.test.ts'), path]));
  const unknown = chosen.filter((id) => !tests.has(id));
  if (unknown.length > 0) {
    const known = [...tests.keys()].join(', ');
    throw new Error(
      `${CHOICE} has to name agent programs (${known}), separated by commas; it has "${choice}".`,
    );
  }
  return [...tests].filter(([id]) => !chosen.includes(id)).map(([, path]) => path);
}

/** Each is named for its agent. */
function agentTests(): string[] {
  const paths = globSync('test/agents/programs/*.test.ts');
  return paths.filter((path) => readFileSync(path, 'utf8').includes('describeProgram(')).toSorted();
}

/** Says before the tests, and again below their summary, what was not tested. */
export function setup(): () => void {
  const say = () => {
    const leftOut = agentTestsLeftOut(process.env[CHOICE]);
    if (leftOut.length > 0) console.warn(`${CHOICE} leaves out ${leftOut.join(', ')}.`);
  };
  say();
  return say;
}
