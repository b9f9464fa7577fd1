import type { SourceFinding } from '../checks/report-source.ts';
import type { SkillFolder } from '../contracts/skill.ts';

/** The origin of a skill as the user wrote it, parsed but not yet read. */
export type Source =
  | { kind: 'folder'; text: string; path: string }
  | { kind: 'archive'; text: string; path: string }
  | { kind: 'git'; text: string; url: string; place: GitPlace; skill: string | null }
  | { kind: 'npm'; text: string; name: string; version: string | null }
  | { kind: 'download'; text: string; url: string; holds: 'archive' | 'skill-md' }
  | { kind: 'site'; text: string; origin: string };

/**
 * A commit of a repository and a folder in it, `.` for its root. The address of a page on a forge has both in
 * one, and branch names may contain slashes too: only the repository knows where the ref ends and the path
 * begins.
 */
export type GitPlace = { ref: string | null; path: string } | { refAndPath: string };

/**
 * `path` is the skill's place in its source, `.` for the root. `evals` are those that lie elsewhere in the source, if they
 * were looked for.
 */
export type LoadedSkill = { path: string; folder: SkillFolder; evals?: SourceEvals | null };

/** The place of a file with evals in its source, its name, and the files of its folder. */
export type SourceEvals = { path: string; entry: string; files: SkillFolder['files'] };

/** Every skill that could be loaded, and findings about the rest. It is in memory; nothing was written. */
export type LoadedSource = { skills: readonly LoadedSkill[]; findings: readonly SourceFinding[] };
