import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordedServices } from '../../src/app/recorded-services.ts';
import type { RunPlan } from '../../src/contracts/plan.ts';
import { Script } from '../../src/contracts/script.ts';
import { scriptedUpstream } from '../../src/gateway/upstreams/scripted/scripted-upstream.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { startRun } from '../fixtures/run-session.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** A service that numbers its answers. */
async function startService() {
  let count = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    count += 1;
    outgoing.writeHead(201, { 'x-count': `${count}` }).end(`answer ${count} to ${body}\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { place: `127.0.0.1:${port}`, stop: () => server.close(), asked: () => count };
}

/** What each task trial saw of the service, and how it was answered, in a run that records or replays. */
async function runWith(cassettes: RunPlan['cassettes'], place: string, ask: string) {
  const planned = smallPlan();
  const tasks = planned.tasks.map((task) => ({
    ...task,
    network: { kind: 'allow' as const, hosts: [place], unopened: [] },
  }));
  const trials = planned.trials.filter(({ kind }) => kind === 'task');
  const plan = { ...planned, tasks, trials, cassettes };
  const calls = [{ call: [{ tool: 'bash', input: { command: ask } }] }, { say: 'Done.' }];
  const script = Script.parse({ arms: { baseline: calls, 'with-skill': calls } });
  await using services = await recordedServices(plan);
  const { records, running } = startRun(plan, {
    upstreamFor: ({ arm }) => scriptedUpstream(script, arm),
    servicesFor: services.servicesFor,
    subjectOf: ({ subject }) => {
      const task = tasks.find(({ id }) => id === subject) ?? expect.unreachable();
      return { kind: 'task', task, workspace: [], grade: [], script };
    },
  });
  await running;
  return records
    .toSorted((one, other) => one.trial.id.localeCompare(other.trial.id))
    .map(({ trial: { id }, result }) => {
      const evidence = result.status === 'measured' ? result.evidence : expect.unreachable();
      const said = evidence.transcript.events.flatMap((event) =>
        event.kind === 'tool-result' ? event.output : [],
      );
      const decisions = evidence.egress.flatMap((event) => ('decision' in event ? event.decision : []));
      return { id, said: said.join(''), decisions };
    });
}

test('what services answered is replayed without them, each request by its own answer', async () => {
  const service = await startService();
  const folder = join(temporaryFolder(), 'cassettes');
  const ask = `for body in one two one; do curl -sSi --noproxy '' http://${service.place}/a --data $body; done`;
  const recorded = await runWith({ mode: 'record', folder }, service.place, ask);
  expect(recorded.map(({ said }) => said)).toEqual([
    expect.stringMatching(/x-count: \d.*answer \d to one\n.*answer \d to two\n.*answer \d to one\n/s),
    expect.stringMatching(/x-count: \d.*answer \d to one\n.*answer \d to two\n.*answer \d to one\n/s),
  ]);
  expect(new Set(recorded.flatMap(({ decisions }) => decisions))).toEqual(new Set(['forwarded']));
  service.stop();
  const replayed = await runWith({ mode: 'replay', folder }, service.place, ask);
  const own = ({ said }: { said: string }) => said.match(/^(?:x-count|answer).*$/gm);
  expect(replayed.map(own)).toEqual(recorded.map(own));
  expect(new Set(replayed.flatMap(({ decisions }) => decisions))).toEqual(new Set(['replayed']));
  expect(service.asked()).toBe(6);
});

test('a request that was not recorded is told so', async () => {
  const service = await startService();
  const folder = join(temporaryFolder(), 'cassettes');
  const ask = (path: string) => `curl -sS --noproxy '' http://${service.place}${path}`;
  await runWith({ mode: 'record', folder }, service.place, ask('/a'));
  const [replayed] = await runWith({ mode: 'replay', folder }, service.place, ask('/b'));
  expect(replayed?.said).toContain('127.0.0.1 did not answer this when it was recorded.');
});

test('a record of services that was damaged ends a replay before it starts', async () => {
  const service = await startService();
  const folder = join(temporaryFolder(), 'cassettes');
  const ask = `curl -sS --noproxy '' http://${service.place}/`;
  const [{ id } = { id: '' }] = await runWith({ mode: 'record', folder }, service.place, ask);
  const file = join(folder, `${id.replaceAll(':', '_')}.services.jsonl`);
  expect(existsSync(file)).toBe(true);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"POST"', '7').replace('"GET"', '7'));
  await expect(runWith({ mode: 'replay', folder }, service.place, ask)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: expect.stringContaining(
      `exchange in line 1 of ${file} cannot be read: "request.method": expected text`,
    ),
  });
});
