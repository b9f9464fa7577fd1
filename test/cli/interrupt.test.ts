import { expect, test } from 'vitest';
import { MAIN } from '../fixtures/run-assay.ts';
import { containersOf, newestRun, sessionsIn, surroundings } from '../fixtures/run-surroundings.ts';
import { onTerminal } from '../fixtures/terminal.ts';

const CTRL_C = '\u0003';
const SOME_ENDED = /[1-9]\/14 /;

test.each([
  ['assay itself', `${process.execPath} ${MAIN}`],
  ['npm, which passes the signal on', 'npm run --silent assay --'],
])('Ctrl-C on a terminal with %s cleans up, and what to do stays on the screen', async (_, assay) => {
  const env = surroundings();
  const terminal = onTerminal(`${assay} run csv-tidy --seed test`, env);
  await terminal.shows(SOME_ENDED);
  const [session = ''] = sessionsIn(env);
  terminal.type(CTRL_C);
  const { code, screen } = await terminal.ended();
  expect(code).toBe(130);
  expect([sessionsIn(env), await containersOf(session)]).toEqual([[], 0]);
  const { run, state, recorded } = newestRun(env);
  expect([state, recorded > 0]).toEqual(['interrupted', true]);
  expect(screen.slice(-3)).toEqual([
    expect.stringMatching(/^(\^C)?Interrupted: cleaning up\. Interrupt again to end at once\.$/),
    `Run ${run} is not finished. Go on with: assay run --resume ${run}`,
    'assay: The run was interrupted.',
  ]);
});

test('a terminal that is closed ends a run in order, too', async () => {
  const env = surroundings();
  const terminal = onTerminal(`${process.execPath} ${MAIN} run csv-tidy --seed test`, env);
  await terminal.shows(SOME_ENDED);
  const [session = ''] = sessionsIn(env);
  terminal.close();
  await terminal.ended();
  await expect.poll(() => sessionsIn(env)).toEqual([]);
  expect(await containersOf(session)).toBe(0);
  expect(newestRun(env)).toMatchObject({ state: 'interrupted' });
});
