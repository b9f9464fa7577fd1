import { posix } from 'node:path';
import { filesOfRepositories } from '../../base/git-repositories.ts';
import type { RawFinding } from '../../checks/findings/rule.ts';
import { collisionsOf, offence, overLimits, unsafePaths } from '../../checks/source/judge-archive.ts';
import { SOURCE_RULES } from '../../checks/source/source-rules.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import type { SourceLimits } from '../../contracts/source-limits.ts';
import { type PlacedFile, resolveLinks } from './resolve-links.ts';
import { type SourceTree, subtree, type TreeLink } from './source-tree.ts';

/** `folder` is null if a finding forbids loading the skill. */
export type SkillLoading = { path: string; folder: SkillFolder | null; findings: RawFinding[] };

/** `rootName` is the name of the source's root, if its author chose one. */
export type SkillLocation = { source: string; path: string; rootName: string | null; limits: SourceLimits };

/** Loads one skill of a tree, with its links resolved and within its limits. */
export async function loadSkill(
  whole: SourceTree,
  { source, path, rootName, limits }: SkillLocation,
): Promise<SkillLoading> {
  const tree = subtree(whole, path);
  const { placed, broken } = resolveLinks(tree, limits.files);
  const faults = [...unsafePaths([`${path}/`]), ...treeFaults(tree, broken), ...fileFaults(placed, limits)];
  if (faults.length > 0) return { path, folder: null, findings: placedIn(path, faults) };
  const files = await readFiles(placed);
  const rewritten = offence(SOURCE_RULES.textDiffers, rewrittenFiles(placed, files));
  if (rewritten.length > 0) return { path, folder: null, findings: placedIn(path, rewritten) };
  const folder = path === '.' ? rootName : posix.basename(path);
  return { path, folder: { source, folder, files }, findings: placedIn(path, absences(tree, files)) };
}

function placedIn(path: string, findings: readonly RawFinding[]): RawFinding[] {
  if (path === '.') return [...findings];
  return findings.map(({ file, ...rest }) => ({ ...rest, file: file === '.' ? path : `${path}/${file}` }));
}

function treeFaults({ specials }: SourceTree, broken: readonly TreeLink[]): RawFinding[] {
  const special = specials.map((path) => ({ path, flaw: 'A device, a pipe or a socket' }));
  return [
    ...offence(SOURCE_RULES.specialFile, special),
    ...offence(SOURCE_RULES.linkUnsafe, broken.map(flawedLink)),
  ];
}

function fileFaults(placed: readonly PlacedFile[], limits: SourceLimits): RawFinding[] {
  const paths = placed.map(({ path }) => path);
  const unpackedBytes = placed.reduce((sum, { origin }) => sum + origin.size, 0);
  return [
    ...unsafePaths(paths),
    ...collisionsOf(paths),
    ...repositories(paths),
    ...overLimits(limits, { files: paths.length, unpackedBytes }),
  ];
}

function repositories(paths: readonly string[]): RawFinding[] {
  const flaw = 'A git repository in the skill';
  return offence(
    SOURCE_RULES.repositoryInside,
    filesOfRepositories(paths).map((path) => ({ path, flaw })),
  );
}

function flawedLink({ path, target }: TreeLink): { path: string; flaw: string } {
  return { path, flaw: target === null ? 'The link leaves the skill' : `The link leads to ${target}` };
}

async function readFiles(placed: readonly PlacedFile[]): Promise<SkillFolder['files']> {
  const files = await Promise.all(
    placed.map(async ({ path, origin }) => {
      const content = new Uint8Array(await origin.read());
      return { path, executable: origin.executable, content };
    }),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function rewrittenFiles(
  placed: readonly PlacedFile[],
  files: SkillFolder['files'],
): { path: string; flaw: string }[] {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  return placed.flatMap(({ path, origin }) => {
    const flaw = origin.flawIn?.(contents.get(path) ?? new Uint8Array()) ?? null;
    return flaw === null ? [] : [{ path, flaw }];
  });
}

/** The version line of the file that Git LFS commits in place of a large one, by all its names so far (git-lfs, `lfs/pointer.go`). */
const LFS_POINTER =
  /^\s*version (?:https:\/\/git-lfs\.github\.com\/spec\/v1|https:\/\/hawser\.github\.com\/spec\/v1|http:\/\/git-media\.io\/v\/2)\s/;

/** git-lfs takes no larger file for a pointer. */
const LFS_POINTER_BYTES = 1024;

function absences(
  { files: committed, gaps, checkouts }: SourceTree,
  files: SkillFolder['files'],
): RawFinding[] {
  const pointers = files.filter(({ content }) => isPointer(content));
  return [
    ...offence(
      SOURCE_RULES.leftOut,
      committed
        .filter(({ isLeftOut }) => isLeftOut === true)
        .map(({ path }) => ({ path, flaw: 'export-ignore is set' })),
    ),
    ...offence(SOURCE_RULES.partElsewhere, [
      ...gaps.map((path) => ({ path, flaw: 'A submodule' })),
      ...pointers.map(({ path }) => ({ path, flaw: 'A Git LFS pointer' })),
    ]),
    ...offence(
      SOURCE_RULES.checkout,
      checkouts.map((path) => ({ path, flaw: 'The repository of a checkout' })),
    ),
  ];
}

function isPointer(content: Uint8Array): boolean {
  return LFS_POINTER.test(Buffer.from(content.subarray(0, LFS_POINTER_BYTES)).toString());
}
