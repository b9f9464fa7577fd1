import { allowedTools } from '../../skill/allowed-tools.ts';
import type { ReadSkill } from '../../skill/read-skill.ts';
import { originClass } from './origin-class.ts';

/** Grants that let a skill change files. The security review looks for an unrestricted shell. */
export function changingGrants(skill: ReadSkill): string[] {
  return allowedTools(skill).filter((grant) =>
    /^(write|edit|multiedit|notebookedit|apply_patch)(\(.*\))?$/i.test(grant),
  );
}

const HOOK_NAME =
  /\b(PreToolUse|PostToolUse|UserPromptSubmit|SessionStart|SessionEnd|SubagentStop|PreCompact|hooks\.json)\b/g;

/**
 * Events of an agent that a text mentions. The security review looks for hooks that the skill itself brings.
 */
export function hookReferences(skill: ReadSkill): string[] {
  return bodyOf(skill).match(HOOK_NAME) ?? [];
}

/** Hosts that the text links to and that are outside the index's site. */
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
