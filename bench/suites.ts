import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { AGENTS, DEFAULT_AGENT } from '../src/agents/registry.ts';
import { Scorecard } from '../src/contracts/scorecard.ts';
import { SCRIPTED_MODEL } from '../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { type Cell, heading, table } from '../src/report/terminal/table.ts';
import { COMMAND } from './installed-command.ts';
import { differencesOf, type Outcome, outcomesOf } from './suite-outcomes.ts';
import { temporaryFolder } from './temporary-files.ts';

const SUITES = ['csv-tidy', 'desk-care', 'file-quality', 'parcel-desk'];
const COLUMNS = 200;
/** A run ends with this code if a trial is ungraded, which the comparison shows. */
const UNMEASURED = 3;

const { values } = parseArgs({
  options: {
    suite: { type: 'string', multiple: true, default: SUITES },
    agent: { type: 'string', multiple: true, default: AGENTS.map(({ id }) => id) },
    task: { type: 'string', multiple: true, default: [] },
  },
});

/**
 * Runs bundled suites with every agent against the scripted model, one after the other, and compares what came of each task and
 * probe with what comes of it by default: grades, claims and use of the skill must be the same. Ends with 1 if they are not.
 */
let differing = 0;
for (const suite of values.suite) differing += await compareAgents(suite);
process.exitCode = differing > 0 ? 1 : 0;

async function compareAgents(suite: string): Promise<number> {
  const usual = await run(suite, DEFAULT_AGENT);
  const others = values.agent.filter((id) => id !== DEFAULT_AGENT);
  const byAgent = new Map<string, Outcome[]>();
  for (const agent of others) byAgent.set(agent, await run(suite, agent));
  const rows = usual.map((outcome) => rowOf(outcome, byAgent));
  const all = [heading(suite, DEFAULT_AGENT, ...others), ...rows];
  const differences = [...byAgent].flatMap(([agent, here]) =>
    differencesOf(usual, here).map(
      ({ subject, fact, usual: expected, here: found }) =>
        `  ${agent}, ${subject}, ${fact}: ${found}; usually ${expected}`,
    ),
  );
  const lines = [...table(all, { colour: false, columns: COLUMNS }), ...differences, ''];
  process.stdout.write(`${lines.join('\n')}\n`);
  return differences.length;
}

async function run(suite: string, agent: string): Promise<Outcome[]> {
  process.stderr.write(`${suite} with ${agent}\n`);
  using folder = temporaryFolder();
  await execa(process.execPath, [COMMAND, 'setup', '--agent', agent]);
  const choice =
    values.task.length === 0 ? [] : ['--no-probes', ...values.task.flatMap((id) => ['--task', id])];
  const settings = ['--agent', agent, '--model', SCRIPTED_MODEL, '--json', '--results', folder.path];
  const { stdout, stderr, exitCode } = await execa(
    process.execPath,
    [COMMAND, 'run', suite, ...settings, ...choice],
    { reject: false },
  );
  if (exitCode !== 0 && exitCode !== UNMEASURED)
    throw new Error(`${suite} with ${agent} ended with ${exitCode}: ${stderr.slice(-1000)}`);
  return outcomesOf(Scorecard.parse(JSON.parse(stdout)));
}

/** `=` is the usual outcome, `~` other tokens beside the same grades, and `!` an outcome that should not be another. */
function rowOf(usual: Outcome, byAgent: ReadonlyMap<string, Outcome[]>): Cell[] {
  const cells = [...byAgent.values()].map((outcomes) => {
    const here = outcomes.find(({ subject }) => subject === usual.subject);
    if (here === undefined) return '! not run';
    if (differencesOf([usual], [here]).length > 0) return `! ${here.label}`;
    return here.tokens === usual.tokens ? '=' : `~ ${here.tokens}`;
  });
  const label = usual.tokens === null ? usual.label : `${usual.label}, ${usual.tokens}`;
  return [usual.subject, label, ...cells].map((text) => ({ text }));
}
