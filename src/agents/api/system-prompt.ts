import type { VisibleSkill } from '../agent.ts';

const BASE = `Use the tools to look at the files, do what the user asks, and check the result.
When you are done, answer with a short summary and no tool call.`;

const PLACE =
  'You are an agent that works in a Linux sandbox. Your workspace is /workspace; paths may be relative to it.';
const NO_NETWORK = 'There is no network.';
const SOME_NETWORK = 'The network leads to some hosts only.';

/**
 * The prompt is the same in both arms except for the list of skills: names and descriptions, never a body.
 */
export function systemPrompt(skills: readonly VisibleSkill[], hasNetwork: boolean): string {
  const list = skills.map(({ name, description }) => `- ${name}: ${description}`);
  const available = list.length === 0 ? ['(none)'] : list;
  const base = `${PLACE}\n${hasNetwork ? SOME_NETWORK : NO_NETWORK} ${BASE}`;
  return [base, '', 'Available skills (load one with the skill tool before using it):', ...available].join(
    '\n',
  );
}
