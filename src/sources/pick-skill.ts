import { AssayError } from '../base/assay-error.ts';
import type { RawFinding } from '../checks/findings/rule.ts';
import type { SourceFinding } from '../checks/report-source.ts';
import { readSkill, SKILL_FILES, scalarOf } from '../checks/skill/read-skill.ts';
import { offence } from '../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../checks/source/source-rules.ts';
import type { LoadedSkill } from './source.ts';

/**
 * Finds a skill by its place in the source, or else by the name in its frontmatter, or else by the name of
 * its folder.
 */
export function pickSkill(skills: readonly LoadedSkill[], wanted: string, source: string): LoadedSkill {
  const ways: ((skill: LoadedSkill) => boolean)[] = [
    ({ path }) => path === wanted,
    (skill) => nameOf(skill) === wanted,
    ({ folder }) => folder.folder === wanted,
  ];
  const found = ways.map((way) => skills.filter(way)).find(({ length }) => length > 0) ?? [];
  const [first, second] = found;
  if (first === undefined) throw unknownName(skills, wanted, source);
  if (second === undefined) return first;
  const places = found.map(({ path }) => path).join(' and ');
  throw new AssayError(
    'USAGE',
    `${source} contains "${wanted}" more than once, in ${places}. Name one of these places.`,
  );
}

/** Clients differ in which one they would load, so none of them is chosen here. */
export function sharedNames(skills: readonly LoadedSkill[]): SourceFinding<RawFinding>[] {
  const byName = [...Map.groupBy(skills, nameOf)];
  return byName.flatMap(([name, sharing]) =>
    sharing.flatMap(({ path }, index) => {
      const others = sharing.toSpliced(index, 1).map((other) => other.path);
      const flaw = `Also called ${name}: ${others.join(', ')}`;
      const found = others.length === 0 ? [] : offence(SOURCE_RULES.sharedName, [{ path, flaw }]);
      return found.map((finding) => ({ path, finding }));
    }),
  );
}

function unknownName(skills: readonly LoadedSkill[], wanted: string, source: string): AssayError {
  const names = skills.map(nameOf).sort().join(', ');
  return new AssayError('USAGE', `${source} contains no loadable skill "${wanted}". It contains ${names}.`);
}

function nameOf({ path, folder }: LoadedSkill): string {
  const document = folder.files.filter((file) => SKILL_FILES.some((name) => name === file.path));
  const written = scalarOf(readSkill({ ...folder, files: document }), 'name')?.text.trim();
  return written || (folder.folder ?? path);
}
