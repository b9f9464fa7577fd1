import type { YamlEntry, YamlScalar } from '../../base/yaml-tree.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import { readFrontmatter } from './read-frontmatter.ts';
import type { ReadProblem } from './read-problem.ts';
import { type Reference, referencesIn } from './references-in.ts';
import { type Slice, splitFrontmatter } from './split-frontmatter.ts';
import { lineAt, readTextFile, type TextFile } from './text-file.ts';

/**
 * A skill with its texts decoded and its frontmatter parsed. Reading never throws: anything wrong is a
 * problem.
 */
export type ReadSkill = {
  folder: SkillFolder;
  files: readonly TextFile[];
  /** `SKILL.md`, or `skill.md` if only that exists; null if neither does. */
  document: SkillDocument | null;
  problems: readonly ReadProblem[];
};

type SkillDocument = {
  file: TextFile;
  /**
   * The top-level entries in order, including all entries of a repeated key. Null if there is no mapping to
   * read.
   */
  frontmatter: readonly YamlEntry[] | null;
  /** The text after the frontmatter, or everything if there is none. */
  body: Slice;
  /** Files that the body points to; `offset` is within the body. */
  references: readonly Reference[];
};

export function readSkill(folder: SkillFolder): ReadSkill {
  const files = folder.files.map(readTextFile);
  const file = SKILL_FILES.map((name) => files.find(({ path }) => path === name)).find(
    (found) => found !== undefined,
  );
  if (file === undefined) return { folder, files, document: null, problems: [] };
  const { frontmatter, body, problems } = readDocument(file);
  const references = referencesIn(body.text);
  return { folder, files, document: { file, frontmatter, body, references }, problems };
}

/** The first of these that exists is read. */
export const SKILL_FILES = ['SKILL.md', 'skill.md'] as const;

/** The first entry of that key. */
export function entryOf(skill: ReadSkill, key: string): YamlEntry | null {
  return skill.document?.frontmatter?.find((entry) => entry.key === key) ?? null;
}

/** The value of a key, if it is a scalar other than null. */
export function scalarOf(skill: ReadSkill, key: string): YamlScalar | null {
  const value = entryOf(skill, key)?.value;
  return value?.kind === 'scalar' && value.type !== 'null' ? value : null;
}

type DocumentReading = Pick<SkillDocument, 'frontmatter' | 'body'> & { problems: readonly ReadProblem[] };

function readDocument(file: TextFile): DocumentReading {
  const split = splitFrontmatter(file);
  if (split.status !== 'found') {
    const at = { line: 1, column: 1 };
    const problem = { kind: `frontmatter-${split.status}` as const, at, detail: lineAt(file, 1) };
    return { frontmatter: null, body: split.body, problems: [problem] };
  }
  const { entries, problems } = readFrontmatter(split.yaml);
  return { frontmatter: entries, body: split.body, problems: [...misplaced(split.openingLine), ...problems] };
}

function misplaced(openingLine: number): ReadProblem[] {
  if (openingLine === 1) return [];
  const detail = `on line ${openingLine}`;
  return [{ kind: 'frontmatter-not-first', at: { line: openingLine, column: 1 }, detail }];
}
