import { expect, onTestFinished, test } from 'vitest';
import { heldProvider } from '../fakes/held-provider.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { heldEngine } from '../fixtures/held-engine.ts';
import { MAIN, runAssayBeside } from '../fixtures/run-assay.ts';
import {
  containersOf,
  newestRun,
  type RunEnv,
  runEnvironment,
  sessionsIn,
} from '../fixtures/run-environment.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { onTerminal } from '../fixtures/terminal.ts';

const CTRL_C = '\u0003';
const FIRST_ENDED = /1\/2 /;
const ASSAY = `${process.execPath} ${MAIN}`;
/** What is typed once the program has ended, the terminal alone shows. */
const IS_ECHO = /^(?:\^C)+$/;

/** A run on a terminal, in the middle of its second trial. */
async function runOnTerminal(assay: string, env: RunEnv) {
  const provider = await heldProvider();
  const command = `${assay} run ${greeterSuite(temporaryFolder())} --no-probes --model claude-x`;
  const terminal = onTerminal(command, { ...env, ...provider.env });
  await terminal.shows(FIRST_ENDED);
  await expect.poll(provider.asked).toBe(2);
  const [session = ''] = sessionsIn(env);
  expect(await containersOf(session)).toBeGreaterThan(0);
  return { terminal, session };
}

test.each([
  ['assay itself', ASSAY],
  ['npm, which forwards the signal', 'npm run --silent assay --'],
])('Ctrl-C on a terminal with %s cleans up and leaves the next step on the screen', async (_, assay) => {
  const env = runEnvironment();
  const { terminal, session } = await runOnTerminal(assay, env);
  terminal.type(CTRL_C);
  const { code, screen } = await terminal.ended();
  expect(code).toBe(130);
  expect([sessionsIn(env), await containersOf(session)]).toEqual([[], 0]);
  const { run, state, recorded } = newestRun(env);
  expect([state, recorded > 0]).toEqual(['interrupted', true]);
  expect(screen.slice(-3)).toEqual([
    expect.stringMatching(/^(\^C)?Interrupted: cleaning up\. Interrupt again to end at once\.$/),
    `Run ${run} is not finished. Resume it with: assay run --resume ${run}`,
    'assay: The run was interrupted.',
  ]);
});

test('Ctrl-C in the second of several runs shows how far all of them had got, and leaves one command for the rest', async () => {
  const env = runEnvironment();
  const provider = await heldProvider();
  const agents = '--agent api-chat:scripted --agent api-anthropic:claude-x';
  const command = `${ASSAY} run ${greeterSuite(temporaryFolder())} --no-probes ${agents}`;
  const terminal = onTerminal(command, { ...env, ...provider.env });
  // What comes before is shown for a moment only, or not at all if the machine is busy.
  await terminal.shows(/3\/4\s+run 2 of 2: api-anthropic with claude-x\s+this run 1\/2\s+skill ahead in 0/);
  await expect.poll(provider.asked).toBe(2);
  terminal.type(CTRL_C);
  const { code, screen } = await terminal.ended();
  expect(code).toBe(130);
  expect(screen.slice(-5)).toEqual([
    expect.stringMatching(/^(\^C)?Interrupted: cleaning up\./),
    expect.stringMatching(/^Done: run \S+, api-chat with scripted\.$/),
    expect.stringMatching(/^Not done: run \S+, api-anthropic with claude-x\.$/),
    expect.stringMatching(/^Resume what is not done with: assay run --resume matrix-\S+$/),
    'assay: The run was interrupted.',
  ]);
});

test('closing the terminal ends a run cleanly too', async () => {
  const env = runEnvironment();
  const { terminal, session } = await runOnTerminal(ASSAY, env);
  terminal.close();
  await terminal.ended();
  await expect.poll(() => sessionsIn(env)).toEqual([]);
  expect(await containersOf(session)).toBe(0);
  expect(newestRun(env)).toMatchObject({ state: 'interrupted' });
});

test('a second Ctrl-C on a terminal ends a run that cannot clean up, and the next command cleans up', async () => {
  const engine = await heldEngine();
  const env = { ...runEnvironment(), DOCKER_HOST: engine.address };
  onTestFinished(engine.letGo);
  const { terminal, session } = await runOnTerminal(ASSAY, env);
  engine.hold();
  terminal.type(CTRL_C);
  await terminal.shows(/Interrupt again to end at once/);
  const again = setInterval(() => terminal.type(CTRL_C), 300);
  const { code, screen } = await terminal.ended().finally(() => clearInterval(again));
  expect(code).toBe(130);
  expect(screen.filter((line) => !IS_ECHO.test(line)).at(-1)).toMatch(
    /^(\^C)*Ended at once\. The next command removes what is left\.$/,
  );
  expect(screen.join('\n')).not.toMatch(/[█░]|running {2}/);
  expect(sessionsIn(env)).toEqual([session]);

  engine.letGo();
  const next = await runAssayBeside(['runs', '--json'], env);
  expect(JSON.parse(next.stdout)).toMatchObject([{ state: 'interrupted' }]);
  expect([sessionsIn(env), await containersOf(session)]).toEqual([[], 0]);
});
