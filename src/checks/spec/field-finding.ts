import type { YamlEntry } from '../../base/yaml-tree.ts';
import { type FindingClaim, findingAt } from '../findings/finding-at.ts';
import type { RawFinding } from '../findings/rule.ts';
import { entryOf, type ReadSkill } from '../skill/read-skill.ts';

/** A finding at a field's key; if the field is missing, at the top of the file. */
export function fieldFinding(skill: ReadSkill, key: string, claim: FindingClaim): RawFinding[] {
  return entryFinding(skill, entryOf(skill, key), claim);
}

export function entryFinding(skill: ReadSkill, entry: YamlEntry | null, claim: FindingClaim): RawFinding[] {
  if (skill.document === null) return [];
  return [findingAt(skill.document.file, entry?.at ?? { line: 1, column: 1 }, claim)];
}
