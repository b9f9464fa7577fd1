import { expect, test } from 'vitest';
import { claudeCode } from '../../../src/agents/programs/claude-code.ts';
import { codex } from '../../../src/agents/programs/codex.ts';
import { gemini } from '../../../src/agents/programs/gemini.ts';
import { opencode } from '../../../src/agents/programs/opencode.ts';
import { isOwnState } from '../../../src/contracts/own-state.ts';

test.each([
  [
    claudeCode,
    '/home/agent/.claude',
    ['settings.json', 'settings.local.json', 'CLAUDE.md', 'agents/a.md', 'commands/c.md', 'hooks/h.sh'],
    ['skills/s/SKILL.md', 'plugins/p/plugin.json', 'projects/-workspace/memory/MEMORY.md', 'rules/r.md'],
  ],
  [
    codex,
    '/home/agent/.codex',
    ['config.toml', 'AGENTS.md', 'AGENTS.override.md', 'hooks.json', 'prompts/p.md', 'rules/default.rules'],
    ['skills/s/SKILL.md', 'memories/MEMORY.md', 'auth.json', 'agents/a.toml'],
  ],
  [
    gemini,
    '/home/agent/.gemini',
    [
      'GEMINI.md',
      '.env',
      'commands/c.toml',
      'extensions/e/gemini-extension.json',
      'system.md',
      'policies/p.toml',
    ],
    [
      'skills/s/SKILL.md',
      'trustedFolders.json',
      'tmp/workspace/memory/MEMORY.md',
      'agents/a.md',
      'tmp/bin/rg',
    ],
  ],
  [
    opencode,
    '/home/agent/.config/opencode',
    ['opencode.json', 'AGENTS.md', 'plugin/p.js', 'agent/a.md', 'command/c.md', 'tool/t.ts'],
    ['skills/s/SKILL.md', 'package.json', 'node_modules/p/index.js', '../../.cache/opencode/bin/rg'],
  ],
])(
  'what makes another program of $id is none of its own state',
  ({ ownState = [] }, folder, some, others) => {
    const places = [...some, ...others].map((name) => new URL(`file://${folder}/${name}`).pathname);
    expect(places.filter((path) => isOwnState({ path, kind: 'file' }, ownState))).toEqual([]);
  },
);
