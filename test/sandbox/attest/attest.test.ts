import { expect, test } from 'vitest';
import type { AttestationRequest, SandboxSpec } from '../../../src/sandbox/sandbox.ts';
import { openSession } from '../../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from '../docker-fixture.ts';
import { textFile } from '../engine/conformance.ts';

const state = stateFolder();
const SKILLS = { root: '/skills', files: [textFile('/skills/tidy/SKILL.md', '# Tidy\n')] };

async function attest(spec: Partial<SandboxSpec>, request: Partial<AttestationRequest> = {}) {
  await using engine = await openSession(state);
  await using sandbox = await engine.create({ ...EMPTY_SPEC, ...spec });
  const asked = { runtime: null, skillsDir: '/skills', skills: [], absentPaths: ['/grade'] };
  return await sandbox.attest({ imageDigest: await engine.imageDigest(), ...asked, ...request });
}

async function broken(...given: Parameters<typeof attest>): Promise<string[]> {
  return (await attest(...given)).filter(({ holds }) => !holds).map(({ found }) => found);
}

test('every claim holds for a Docker sandbox', async () => {
  const claims = await attest({ env: { HOME: '/home/agent' } });
  expect(claims.filter(({ holds }) => !holds)).toEqual([]);
  expect(claims.length).toBeGreaterThan(12);
});

test('anything in a sandbox that contradicts the plan is detected', async () => {
  expect(await broken({ mounts: [SKILLS] }, { skills: ['tidy'] })).toEqual([]);
  const grading = { root: '/grade', files: [textFile('/grade/expected', 'x')] };
  expect(await broken({ mounts: [SKILLS, grading], env: { SOME_API_KEY: 'x' } })).toEqual([
    'tidy',
    '/grade',
    'SOME_API_KEY',
  ]);
});

test('an image or runtime other than the planned one is detected', async () => {
  const [image, runtime] = await broken({}, { imageDigest: 'sha256:other', runtime: 'runsc' });
  expect(image).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(runtime).toBe('runc');
});

test('the error for an unknown runtime names the available ones', async () => {
  await expect(openSession(state, { runtime: 'runnone' })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/no runtime "runnone"; it has .*runc/),
  });
});

test('an available runtime can be requested', async () => {
  await using engine = await openSession(state, { runtime: 'runc' });
  await using sandbox = await engine.create(EMPTY_SPEC);
  const asked = { runtime: 'runc', skillsDir: '/skills', skills: [], absentPaths: [] };
  const claims = await sandbox.attest({ imageDigest: await engine.imageDigest(), ...asked });
  expect(claims.filter(({ holds }) => !holds)).toEqual([]);
});
