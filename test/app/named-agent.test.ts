import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codex } from '../../src/agents/programs/codex.ts';
import { AGENTS } from '../../src/agents/registry.ts';
import { keepPackages } from '../../src/app/kept-packages.ts';
import { agentSetup } from '../../src/app/model-choice.ts';
import { namedAgent, plannedAgent } from '../../src/app/named-agent.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { codexAt, codexReleases } from './codex-releases.ts';

const NEVER = new AbortController().signal;

beforeEach(() => {
  vi.stubEnv('ASSAY_STATE_DIR', temporaryFolder());
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/');
});

afterEach(() => vi.unstubAllEnvs());

test('the tested version of every agent is known without a registry', async () => {
  for (const agent of AGENTS) expect(await namedAgent(agent.id, NEVER)).toBe(agent);
  expect(await namedAgent(`codex@${codex.version}`, NEVER)).toBe(codex);
});

test('a tag is the version that the registry has by it, with the digests that it names', async () => {
  const { integrityOf } = await codexReleases();
  const agent = await namedAgent('codex@latest', NEVER);
  const [x64, arm64] = ['@openai/codex@0.1.0-linux-x64', '@openai/codex@0.1.0-linux-arm64'];
  const packages = {
    amd64: { spec: x64, integrity: integrityOf(x64) },
    arm64: { spec: arm64, integrity: integrityOf(arm64) },
  };
  expect(agent).toEqual({
    ...codex,
    version: '0.1.0',
    image: { ...codex.image, version: '0.1.0', packages },
  });
  expect(agentSetup(agent, 'scripted')).toMatchObject({
    agentVersion: '0.1.0',
    testedVersion: codex.version,
  });
});

test('a version that is set up is known without a registry', async () => {
  await keepPackages(codexAt('0.1.0'));
  expect(await namedAgent('codex@0.1.0', NEVER)).toEqual(codexAt('0.1.0'));
});

test.each([
  '$(touch x)',
  '../../x',
  '',
  '^0.1.0',
  '--registry=http://example.com',
  '0.1.0 && id',
  'file:x.tgz',
  'x.tgz',
  'latest\n',
])('"codex@%s" is refused without asking anybody', async (version) => {
  const { asked } = await codexReleases();
  await expect(namedAgent(`codex@${version}`, NEVER)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(
      /is no version of Codex: expected one such as .*, or a tag such as latest\./,
    ),
  });
  expect(asked).toEqual([]);
});

test('a version may be there for one architecture alone', async () => {
  const { integrityOf } = await codexReleases('', ['x64']);
  const spec = '@openai/codex@0.1.0-linux-x64';
  const { image } = await namedAgent('codex@0.1.0', NEVER);
  expect(image?.packages).toEqual({ amd64: { spec, integrity: integrityOf(spec) } });
});

test('a version that the registry does not have is refused', async () => {
  await codexReleases();
  await expect(namedAgent('codex@9.9.9', NEVER)).rejects.toMatchObject({
    code: 'USAGE',
    message: `npm has no @openai/codex@9.9.9-linux-x64 or @openai/codex@9.9.9-linux-arm64. The version that Assay is tested with, Codex ${codex.version}, is --agent codex and needs no question to a registry.`,
  });
});

test('without a registry, the error names the version that needs none', async () => {
  await expect(namedAgent('codex@latest', NEVER)).rejects.toMatchObject({
    code: 'SOURCE_UNREACHABLE',
    message: expect.stringMatching(
      /could not ask its registry about @openai\/codex@latest: .*is --agent codex/s,
    ),
  });
});

test('an API agent has no other versions, and an unknown agent none at all', async () => {
  await expect(namedAgent('api-openai@1', NEVER)).rejects.toMatchObject({ code: 'USAGE' });
  await expect(namedAgent('nobody@1', NEVER)).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
});

test('a run goes on with the version that it was planned with', () => {
  const { packages } = codex.image;
  const setup = { agent: 'codex', agentVersion: '0.1.0', model: 'scripted', simulated: true };
  expect(plannedAgent({ setup, packages })).toMatchObject({ version: '0.1.0', image: { version: '0.1.0' } });
  expect(plannedAgent({ setup, packages: null })).toBe(codex);
  const hostile = { ...setup, agentVersion: '1; id' };
  expect(() => plannedAgent({ setup: hostile, packages })).toThrow(/"1; id" is no version of Codex/);
});
