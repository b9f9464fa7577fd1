import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AGENTS } from '../../src/agents/registry.ts';

test('the guide has the settings of every agent, as the registry describes them', () => {
  const guide = readFileSync('docs/agents.md', 'utf8');
  for (const { id, settings } of AGENTS) {
    const efforts = settings.efforts === 'any' ? 'any' : settings.efforts.join(', ');
    expect(guide).toContain(`| \`${id}\` | ${efforts} | ${settings.hasTemperature ? 'yes' : 'no'} |`);
  }
});
