import type { VisibleSkill } from '../agent.ts';

const BASE = `You are an agent that works in a Linux sandbox. Your workspace is /workspace; paths may be relative to it.
There is no network. Use the tools to look at the files, do what the user asks, and check the result.
When you are done, answer with a short summary and no tool call.`;

/**
 * The prompt is the same in both arms except for the list of skills: names and descriptions, never a body.
 */
export function systemPrompt(skills: readonly VisibleSkill[]): string {
  const list = skills.map(({ name, description }) => `- ${name}: ${description}`);
  const available = list.length === 0 ? ['(none)'] : list;
  return [BASE, '', 'Available skills (load one with the skill tool before using it):', ...available].join(
    '\n',
  );
}
