import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AgentDescription } from '../../src/agents/agent.ts';
import { AGENTS } from '../../src/agents/registry.ts';

function rowOf(agent: AgentDescription): string {
  const { id, title, version, skillsDir, shownUse, knownDifferences } = agent;
  return `| \`${id}\` | ${title} ${version} | \`${skillsDir}/NAME\` | ${shownUse} | ${knownDifferences} |`;
}

test('the README has a table of all agents, as the registry describes them', () => {
  const table = [
    '| `--agent` | tested version | where it finds a skill | what shows a use of it | known to differ |',
    '| --- | --- | --- | --- | --- |',
    ...AGENTS.map(rowOf),
  ];
  expect(readFileSync('README.md', 'utf8')).toContain(`\n\n${table.join('\n')}\n\n`);
});
