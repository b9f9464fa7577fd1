import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProgramAgent } from '../../../src/agents/agent.ts';
import { gemini } from '../../../src/agents/programs/gemini.ts';
import { opencode } from '../../../src/agents/programs/opencode.ts';
import { USUAL_SETTINGS } from '../../../src/contracts/agent-settings.ts';

/** What the line of a second start does in a home folder with these files, on a machine without the program. */
async function startAgain(program: ProgramAgent, files: readonly string[]) {
  const home = await mkdtemp(join(tmpdir(), 'assay-second-start-'));
  for (const file of files) {
    await mkdir(dirname(join(home, file)), { recursive: true });
    await writeFile(join(home, file), 'left by the first start');
  }
  const line = program.resume?.({
    ...{ prompt: 'Go on.', model: 'a-model', version: program.version, skills: [], servers: [] },
    ...{ skillsDir: program.skillsDir, hasNetwork: false, settings: USUAL_SETTINGS },
    ...{ sandbox: { gatewayUrl: 'http://gateway.invalid' }, gateway: { token: 'a-token' } },
  });
  const env = { PATH: process.env['PATH'], HOME: home };
  const stderr = await new Promise<string>((resolve) => {
    execFile('bash', ['-c', line ?? ''], { env }, (_error, _stdout, printed) => resolve(printed));
  });
  return { home, line, stderr };
}

test.each(['.config/opencode/plugin/a.js', '.config/opencode/tools/a.ts', '.opencode/opencode.json'])(
  'opencode is not started again if the first start has left %s',
  async (file) => {
    const { stderr } = await startAgain(opencode, [file]);
    expect(stderr).toMatch(/^opencode would load \S+\n$/);
  },
);

test('opencode is started again among its own files', async () => {
  const { stderr } = await startAgain(opencode, ['.config/opencode/skills/a/SKILL.md']);
  expect(stderr).toContain('/bin/opencode: No such file or directory');
});

test('Gemini CLI gets its settings anew when it is started again, and no variables or packages of others', async () => {
  const { home, line } = await startAgain(gemini, ['.gemini/settings.json', '.gemini/.env']);
  expect(JSON.parse(await readFile(join(home, '.gemini/settings.json'), 'utf8'))).toMatchObject({
    hooksConfig: { enabled: false },
    advanced: { ignoreLocalEnv: true },
  });
  await expect(access(join(home, '.gemini/.env'))).rejects.toThrow('ENOENT');
  expect(line).toContain(' GEMINI_PROMPT_OPERATIONALGUIDELINES= ');
  expect(line).toContain(' exec node --disable-sigusr1 --no-global-search-paths ');
});
