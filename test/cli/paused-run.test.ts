import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { DONE } from '../fakes/held-provider.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayBeside } from '../fixtures/run-assay.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** Asks for so long a wait that each request is given up at once. */
const overloaded = () => new Response('{}', { status: 529, headers: { 'retry-after': '301' } });
const refused = () => Response.json({ error: { message: 'invalid x-api-key' } }, { status: 401 });

const ONE_AT_A_TIME = ['--model', 'claude-x', '--concurrency', '1'];

test.each([
  ['stays overloaded', overloaded, 6, /paused: 5 requests in a row got no answer.*anthropic answered 529/],
  ['refuses the key', refused, 4, /paused: anthropic refuses the key \(401\)/],
])(
  'a provider that %s pauses the run, which can then be resumed where it stopped',
  async (_, wrong, trials, why) => {
    const folder = temporaryFolder();
    let answered = 0;
    let isUp = false;
    await using server = await startUpstreamServer(async () => {
      if (answered >= 1 && !isUp) return wrong();
      answered += 1;
      return Response.json(DONE);
    });
    const env = {
      ANTHROPIC_API_KEY: 'sk-canary-7d11',
      ANTHROPIC_BASE_URL: server.url,
      ASSAY_RESULTS: join(folder, 'results'),
      ASSAY_STATE_DIR: join(folder, 'state'),
    };
    const paused = await runAssayBeside(
      ['run', greeterSuite(folder), '--no-probes', '--repeats', `${trials / 2}`, ...ONE_AT_A_TIME],
      env,
    );
    expect(paused).toMatchObject({ status: 3, stdout: '' });
    expect(paused.stderr).toMatch(why);
    const [, run = ''] = /Resume it with: assay run --resume (\S+)/.exec(paused.stderr) ?? [];
    const { state, recorded } = JSON.parse((await runAssayHere(['runs', '--json'], { env })).stdout)[0];
    expect([state, recorded < trials]).toEqual(['interrupted', true]);

    isUp = true;
    const resumed = await runAssayBeside(['run', '--resume', run, '--json'], env);
    expect(Scorecard.parse(JSON.parse(resumed.stdout)).trials).toMatchObject({ planned: trials, missing: 0 });
    // One answer measures a trial: what had one was not run again.
    expect(answered).toBe(trials);
  },
);
