import type { YamlNode } from '../../base/yaml-tree.ts';
import { entryOf, type ReadSkill } from './read-skill.ts';

/** The grants of a skill's `allowed-tools`, as they are written. */
export function allowedTools(skill: ReadSkill): string[] {
  return textsOf(entryOf(skill, 'allowed-tools')?.value ?? null).flatMap(splitGrants);
}

/** Spaces and commas separate grants, but not inside the parentheses of one. */
function splitGrants(text: string): string[] {
  return text.match(/[^\s,(]+(\([^)]*\))?/g) ?? [];
}

function textsOf(node: YamlNode | null): string[] {
  if (node?.kind === 'scalar') return [node.text];
  return node?.kind === 'list' ? node.items.flatMap(textsOf) : [];
}
