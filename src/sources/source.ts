import type { SourceFinding } from '../checks/report-source.ts';
import type { SkillFolder } from '../contracts/skill.ts';

/** Where a skill comes from, understood from what the user wrote and not yet looked at. */
export type Source =
  | { kind: 'folder'; text: string; path: string }
  | { kind: 'archive'; text: string; path: string }
  | { kind: 'git'; text: string; url: string; place: GitPlace; skill: string | null }
  | { kind: 'npm'; text: string; name: string; version: string | null }
  | { kind: 'download'; text: string; url: string; holds: 'archive' | 'skill-md' }
  | { kind: 'site'; text: string; origin: string };

/**
 * A commit of a repository and a folder in it, `.` for its root. The address of a page of a forge has both in one, and a
 * branch may have slashes in its name too: only the repository knows where the one ends and the other begins.
 */
export type GitPlace = { ref: string | null; path: string } | { refAndPath: string };

/** `path`: where in its source the skill lies, `.` for its root. */
export type LoadedSkill = { path: string; folder: SkillFolder };

/** Every skill that could be loaded, and what is to be said of the rest. Held in memory; nothing was written. */
export type LoadedSource = { skills: readonly LoadedSkill[]; findings: readonly SourceFinding[] };
