import { AssayError } from '../base/assay-error.ts';
import { readSkill, SKILL_FILES, scalarOf } from '../checks/read-skill.ts';
import type { RawFinding } from '../checks/rule.ts';
import { offence } from '../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../checks/source/source-rules.ts';
import type { LoadedSkill } from './source.ts';

/** The skill that goes by a name: its frontmatter's, or its folder's where none has it in the frontmatter. */
export function pickSkill(skills: readonly LoadedSkill[], wanted: string, source: string): LoadedSkill {
  const named = skills.filter((skill) => nameOf(skill) === wanted);
  const found = named.length > 0 ? named : skills.filter(({ folder }) => folder.folder === wanted);
  const [first, second] = found;
  if (first === undefined) throw unknownName(skills, wanted, source);
  if (second === undefined) return first;
  const places = found.map(({ path }) => path).join(' and ');
  throw new AssayError(
    'USAGE',
    `${source} holds "${wanted}" more than once, in ${places}. Name a folder of them.`,
  );
}

/** Clients differ in which one they would load, so none of them is chosen here. */
export function sharedNames(skills: readonly LoadedSkill[]): RawFinding[] {
  const byName = Map.groupBy(skills, nameOf);
  return [...byName].flatMap(([name, [, ...repeated]]) =>
    offence(
      SOURCE_RULES.sharedName,
      repeated.map(({ path }) => ({ path, flaw: `Another skill is called ${name}` })),
    ),
  );
}

function unknownName(skills: readonly LoadedSkill[], wanted: string, source: string): AssayError {
  const names = skills.map(nameOf).sort().join(', ');
  return new AssayError('USAGE', `${source} holds no loadable skill "${wanted}". It holds ${names}.`);
}

function nameOf({ path, folder }: LoadedSkill): string {
  const document = folder.files.filter((file) => SKILL_FILES.some((name) => name === file.path));
  const written = scalarOf(readSkill({ ...folder, files: document }), 'name')?.text.trim();
  return written || (folder.folder ?? path);
}
