import { digestOf } from '../../base/digest.ts';

/** Providers take no longer name of a tool, and no other letters. */
const MOST_LETTERS = 64;
const OTHER_LETTERS = /[^A-Za-z0-9_-]/g;
const DIGEST_LETTERS = 8;

/** The name of a tool of an MCP server, as Claude Code writes it. One that providers would not take ends in its digest. */
export function nameForModel(server: string, tool: string): string {
  const whole = `mcp__${server}__${tool}`;
  const name = whole.replaceAll(OTHER_LETTERS, '_');
  if (name === whole && name.length <= MOST_LETTERS) return name;
  const digest = digestOf(whole).slice('sha256:'.length, 'sha256:'.length + DIGEST_LETTERS);
  return `${name.slice(0, MOST_LETTERS - DIGEST_LETTERS - 1)}_${digest}`;
}
