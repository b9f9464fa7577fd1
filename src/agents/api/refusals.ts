import type { VisibleSkill } from '../agent.ts';
import type { OfferedTool } from './conversation.ts';
import { TOOLS, type ToolDefinition } from './tools.ts';

type Named = Pick<OfferedTool, 'name'>;

export function noTool(tool: string, tools: readonly Named[]): string {
  return `There is no tool ${tool}; there is ${namesOf(tools)}.`;
}

export function missingText({ name }: ToolDefinition, missing: readonly string[]): string {
  return `${name} needs a text for ${missing.join(', ')}.`;
}

export function noFile(path: string): string {
  return `There is no file at ${path}.`;
}

export function noSkill(name: string): string {
  return `There is no skill ${name}.`;
}

/** The tools' answers to calls that ask in vain for a skill. */
export function refusalsFor({ name, root }: Pick<VisibleSkill, 'name' | 'root'>): string[] {
  const missing = TOOLS.map((tool) => missingText(tool, Object.keys(tool.parameters)));
  return [noSkill(name), noTool(name, TOOLS), ...missing, noFile(`${root}/SKILL.md`)];
}

function namesOf(tools: readonly Named[]): string {
  return tools.map(({ name }) => name).join(', ');
}
