import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dryRun } from '../../src/app/dry-run.ts';
import { USUAL_MACHINE } from '../../src/contracts/environment.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { ticketSuite } from '../fixtures/ticket-suite.ts';

const OPTIONS = {
  ...{ suite: 'csv-tidy', agent: 'api-anthropic', model: 'scripted' },
  ...{ repeats: 1, concurrency: 1, parameters: {} },
};

test('a dry run that is interrupted gives no plan', async () => {
  const options = { ...OPTIONS, resultsDir: temporaryFolder() };
  expect((await dryRun(options, new AbortController().signal)).trials).not.toEqual([]);
  await expect(dryRun(options, AbortSignal.abort())).rejects.toMatchObject({ code: 'INTERRUPTED' });
});

test('the plan says how large the sandboxes are, with what the program of the agent needs', async () => {
  const options = { ...OPTIONS, resultsDir: temporaryFolder() };
  expect((await dryRun(options)).machines?.suite).toEqual(USUAL_MACHINE);
  const { machines } = await dryRun({ ...options, agent: 'opencode' });
  expect(machines?.suite).toMatchObject({ memoryMib: 1792, cpus: 2 });
});

test('the plan names the server that offers the tools of a skill, which no other server may be called after', async () => {
  const folder = temporaryFolder();
  const options = { ...OPTIONS, agent: 'codex', suite: ticketSuite(folder), resultsDir: folder };
  expect((await dryRun(options)).toolServer).toMatchObject({ name: 'ticket-desk', tools: ['owner_line'] });
  const file = join(options.suite, 'suite.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('name: owners', 'name: ticket-desk'));
  await expect(dryRun(options)).rejects.toThrow(
    'The tools of the skill (skill.yaml) are offered by an MCP server that is called "ticket-desk"',
  );
});
