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
import { runAssay, runAssayBeside } from '../fixtures/run-assay.ts';
import { smallSuite } from '../fixtures/small-suite.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const LISTED = /- csv-tidy: .*/;
const WATCHED = 'task:tidy-contacts:with-skill:1';
/** Answers as a task's script does, to whatever model is asked for: the arm is seen in what the request lists. */
function modelBehind(suite: string): Upstream {
  const file = join(suite, 'tidy-contacts', 'script.yaml');
  const script = { ...parseYaml(Script, readFileSync(file, 'utf8'), file), latencyMs: 20 };
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
  { agent: 'api-anthropic', provider: 'anthropic', path: '', some: [], subjects: 4 },
  {
    ...{ agent: 'api-openai', provider: 'openai', path: '/v1' },
    ...{ some: ['--probe', 'works-without-sudo'], subjects: 2 },
  },
])(
  'a recorded run of $agent replays to the same scorecard without key or network, and its arms differ only by the skill list',
  async ({ agent, provider, path, some, subjects }) => {
    const folder = temporaryFolder();
    const suite = smallSuite(folder);
    using session = createGateway().openSession({ upstream: modelBehind(suite), maxTokens: null });
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
    const replayed = runAssay([...run, '--replay', cassettes], { env });

    const [first, second] = [recorded, replayed].map(({ stdout }) => Scorecard.parse(JSON.parse(stdout)));
    if (first === undefined || second === undefined) throw new Error('there is no scorecard');
    expect(first).toMatchObject({ replayed: false, trials: { planned: 2 * subjects, missing: 0 } });
    expect(second).toMatchObject({ replayed: true, seed: first.seed });
    expect(measuredIn(second)).toEqual(measuredIn(first));
    expect([first.scores.utility, second.scores.utility]).toEqual([100, 100]);
    const shown = runAssay(['runs'], { env }).stdout;
    expect(shown).toContain('model-x (replayed)');
    expect(runAssay(['show', second.runId], { env }).stdout).toContain('replayed from a recording');

    const wire = WireExchange.array().parse(
      JSON.parse(runAssay(['show', first.runId, '--trial', WATCHED, '--wire', '--json'], { env }).stdout),
    );
    const sent = new Set(server.seen.map(({ body }) => body));
    expect(wire.length).toBeGreaterThan(1);
    for (const { request } of wire) expect(sent).toContain(request.text);
    const printed = runAssay(['show', second.runId, '--trial', WATCHED, '--wire'], { env }).stdout;
    expect(printed).toMatch(/^#1 {2}POST \S+ {2}200 {2}at .*\n> \{.*\n< \{/);

    const opening = server.seen.filter(({ body }) => !/tool_result|function_call_output/.test(body));
    const arms = Map.groupBy(opening, ({ body }) => body.replace(/- csv-tidy: (?:[^"\\]|\\.)*/, '(none)'));
    expect(opening.length).toBe(2 * subjects);
    expect([...arms.values()].map((pair) => pair.length)).toEqual(Array(subjects).fill(2));
  },
);

test('a request that was not recorded is compared with the nearest recorded one, line by line', () => {
  const folder = temporaryFolder();
  const suite = smallSuite(folder);
  const cassettes = join(folder, 'cassettes');
  const env = { ASSAY_RESULTS: join(folder, 'results'), ASSAY_STATE_DIR: join(folder, 'state') };
  runAssay(['run', suite, '--no-probes', '--record', cassettes], { env });
  const cassette = join(cassettes, `${WATCHED.replaceAll(':', '_')}.yaml`);
  const text = readFileSync(cassette, 'utf8');
  writeFileSync(cassette, text.replace('Clean the export', 'Clean this export'));
  const { stdout } = runAssay(['run', suite, '--no-probes', '--replay', cassettes, '--json'], { env });
  const { runId } = Scorecard.parse(JSON.parse(stdout));
  const shown = runAssay(['show', runId, '--trial', WATCHED], { env }).stdout;
  expect(shown).toMatch(
    /The nearest is number 1;(?:.*\n)+ {2}- Clean this export .*\n {2}\+ Clean the export /,
  );
});
