import type { YamlNode } from '../../../base/yaml-tree.ts';
import { entryOf, type ReadSkill } from '../../skill/read-skill.ts';
import { originClass } from './origin-class.ts';

/** Grants with which a skill may change files. A shell without bounds is what the security review looks for. */
export function changingGrants(skill: ReadSkill): string[] {
  const grants = textsOf(entryOf(skill, 'allowed-tools')?.value ?? null).flatMap(splitGrants);
  return grants.filter((grant) => /^(write|edit|multiedit|notebookedit|apply_patch)(\(.*\))?$/i.test(grant));
}

/** Spaces and commas part grants, but not inside the parentheses of one. */
function splitGrants(text: string): string[] {
  return text.match(/[^\s,(]+(\([^)]*\))?/g) ?? [];
}

function textsOf(node: YamlNode | null): string[] {
  if (node?.kind === 'scalar') return [node.text];
  return node?.kind === 'list' ? node.items.flatMap(textsOf) : [];
}

const HOOK_NAME =
  /\b(PreToolUse|PostToolUse|UserPromptSubmit|SessionStart|SessionEnd|SubagentStop|PreCompact|hooks\.json)\b/g;

/** Events of an agent that a text speaks of. That a skill brings hooks itself is what the security review looks for. */
export function hookReferences(skill: ReadSkill): string[] {
  return bodyOf(skill).match(HOOK_NAME) ?? [];
}

/** Hosts that the text links to and that are not of the index's site. */
export function externalHosts(skill: ReadSkill, indexUrl: string): string[] {
  const urls = (bodyOf(skill).match(/\bhttps?:\/\/[^\s<>()"'`\]]+/gi) ?? []).filter((url) =>
    URL.canParse(url),
  );
  const external = urls.filter((url) => originClass(url, indexUrl) === 'external');
  return [...new Set(external.map((url) => new URL(url).host))];
}

function bodyOf({ document }: ReadSkill): string {
  return document?.body.text ?? '';
}
