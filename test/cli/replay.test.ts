import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseYaml } from '../../src/base/parse-yaml.ts';
import { Scorecard } from '../../src/contracts/scorecard.ts';
import { Script } from '../../src/contracts/script.ts';
import { WireExchange } from '../../src/contracts/wire-log.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import type { Upstream } from '../../src/gateway/upstreams/upstream.ts';
import { startUpstreamServer } from '../fakes/upstream-server.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { runAssayBeside } from '../fixtures/run-assay.ts';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const LISTED = /- greeter: .*/;
const WATCHED = 'task:greet:with-skill:1';
const SCRIPT = `arms:
  baseline:
    - call: [{tool: bash, input: {command: echo hullo >greeting.txt}}]
  with-skill:
    - call: [{tool: skill, input: {name: greeter}}]
    - call: [{tool: bash, input: {command: echo hello >greeting.txt}}]
`;

function suiteIn(folder: string): string {
  return greeterSuite(folder, { 'greet/script.yaml': SCRIPT });
}

/** Answers as the task's script does, to whatever model is asked for: the arm is seen in what the request lists. */
function modelBehind(): Upstream {
  const script = { ...parseYaml(Script, SCRIPT, 'script.yaml'), latencyMs: 20 };
  const arms = {
    baseline: scriptedUpstream(script, 'baseline'),
    'with-skill': scriptedUpstream(script, 'with-skill'),
  };
  return {
    simulated: false,
    send(call, signal) {
      const isListed = call.request?.passages.some(({ text }) => LISTED.test(text)) ?? false;
      const request = call.request === null ? null : { ...call.request, model: 'scripted' };
      return arms[isListed ? 'with-skill' : 'baseline'].send({ ...call, request }, signal);
    },
  };
}

/** All that no clock decides. */
function measuredIn({ tasks, probes, scores, trials }: Scorecard) {
  const armOf = (arm: Scorecard['tasks'][number]['pairs'][number]['baseline']) => ({ ...arm, seconds: null });
  const pairs = [...tasks, ...probes].flatMap(({ id, pairs }) =>
    pairs.map((pair) => ({
      ...pair,
      id,
      outcome: null,
      baseline: armOf(pair.baseline),
      withSkill: armOf(pair.withSkill),
    })),
  );
  return { pairs, trials, security: scores.security, groups: scores.groups, status: scores.status };
}

test.each([
  { agent: 'api-anthropic', provider: 'anthropic', path: '', some: ['--probes', 'quick'], subjects: 4 },
  {
    ...{ agent: 'api-openai', provider: 'openai', path: '/v1' },
    ...{ some: ['--probe', 'works-without-sudo'], subjects: 2 },
  },
])(
  'a recorded run of $agent replays to the same scorecard without key or network, and its arms differ only by the skill list',
  async ({ agent, provider, path, some, subjects }) => {
    const folder = temporaryFolder();
    const suite = suiteIn(folder);
    using session = createGateway().openSession({ upstream: modelBehind(), maxTokens: null });
    const server = await startUpstreamServer((request) => session.fetch(request));
    const cassettes = join(folder, 'cassettes');
    const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
    const run = ['run', suite, ...some, '--agent', agent, '--model', 'model-x', '--json'];
    const access = {
      [`${provider.toUpperCase()}_API_KEY`]: session.token,
      [`${provider.toUpperCase()}_BASE_URL`]: `${server.url}${path}`,
    };
    const recorded = await runAssayBeside([...run, '--record', cassettes], { ...env, ...access });
    await server[Symbol.asyncDispose]();
    const replayed = await runAssayHere([...run, '--replay', cassettes], { env });

    const [first, second] = [recorded, replayed].map(({ stdout }) => Scorecard.parse(JSON.parse(stdout)));
    if (first === undefined || second === undefined) throw new Error('there is no scorecard');
    expect(first).toMatchObject({ replayed: false, trials: { planned: 2 * subjects, missing: 0 } });
    expect(second).toMatchObject({ replayed: true, seed: first.seed });
    expect(measuredIn(second)).toEqual(measuredIn(first));
    expect([first.scores.utility, second.scores.utility]).toEqual([100, 100]);
    const shown = (await runAssayHere(['runs'], { env })).stdout;
    expect(shown).toContain('model-x (replayed)');
    expect((await runAssayHere(['show', second.runId], { env })).stdout).toContain(
      'replayed from a recording',
    );

    const wire = WireExchange.array().parse(
      JSON.parse(
        (await runAssayHere(['show', first.runId, '--trial', WATCHED, '--wire', '--json'], { env })).stdout,
      ),
    );
    const sent = new Set(server.seen.map(({ body }) => body));
    expect(wire.length).toBeGreaterThan(1);
    for (const { request } of wire) expect(sent).toContain(request.text);
    const printed = (await runAssayHere(['show', second.runId, '--trial', WATCHED, '--wire'], { env }))
      .stdout;
    expect(printed).toMatch(/^#1 {2}POST \S+ {2}200 {2}at .*\n> \{.*\n< \{/);

    const opening = server.seen.filter(({ body }) => !/tool_result|function_call_output/.test(body));
    const arms = Map.groupBy(opening, ({ body }) => body.replace(/- greeter: (?:[^"\\]|\\.)*/, '(none)'));
    expect(opening.length).toBe(2 * subjects);
    expect([...arms.values()].map((pair) => pair.length)).toEqual(Array(subjects).fill(2));
  },
);

test('a request that was not recorded is compared with the nearest recorded one, line by line', async () => {
  const folder = temporaryFolder();
  const run = ['run', suiteIn(folder), '--no-probes', '--arm', 'with-skill'];
  const cassettes = join(folder, 'cassettes');
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  await runAssayHere([...run, '--record', cassettes], { env });
  const cassette = join(cassettes, `${WATCHED.replaceAll(':', '_')}.yaml`);
  const text = readFileSync(cassette, 'utf8');
  writeFileSync(cassette, text.replace('Write a greeting', 'Write one greeting'));
  const { stdout } = await runAssayHere([...run, '--replay', cassettes, '--json'], { env });
  const { runId } = Scorecard.parse(JSON.parse(stdout));
  const shown = (await runAssayHere(['show', runId, '--trial', WATCHED], { env })).stdout;
  expect(shown).toMatch(
    /The nearest is number 1;(?:.*\n)+ {2}- .*Write one greeting .*\n {2}\+ .*Write a greeting /,
  );
});
