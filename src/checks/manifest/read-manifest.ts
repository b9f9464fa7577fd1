import { type Misfit, tryToFit } from '../../base/located-value.ts';
import { tryYaml } from '../../base/read-yaml.ts';
import type { Position } from '../../base/yaml-tree.ts';
import { MANIFEST_FILE, SkillManifest, type SkillTool } from '../../contracts/skill-manifest.ts';
import type { TextFile } from '../skill/text-file.ts';

/** Far more than tools and their schemas take; the limit bounds the work on a hostile file. */
const MOST_CHARACTERS = 262_144;

type Problem = { at: Position; message: string };

/** What a skill's `skill.yaml` says. Reading never throws: anything wrong is a problem. */
export type ManifestReading =
  | { status: 'absent' }
  /** A file of that name that says nothing of this format. */
  | { status: 'foreign'; file: TextFile }
  | { status: 'invalid'; file: TextFile; problems: readonly Problem[] }
  | {
      status: 'read';
      file: TextFile;
      manifest: SkillManifest;
      placeOf: (path: readonly PropertyKey[]) => Position;
    };

export function readManifest({ files }: { files: readonly TextFile[] }): ManifestReading {
  const file = files.find(({ path }) => path === MANIFEST_FILE);
  if (file === undefined) return { status: 'absent' };
  if (file.text.length > MOST_CHARACTERS)
    return invalid(file, [{ place: '1:1', message: `longer than ${MOST_CHARACTERS} characters` }]);
  const read = tryYaml(file.text, file.path);
  if ('misfit' in read) return invalid(file, [read.misfit]);
  if (!isOfThisFormat(read.value)) return { status: 'foreign', file };
  const fitted = tryToFit(SkillManifest, read);
  if (fitted.status === 'misfits') return invalid(file, fitted.misfits);
  const placeOf = (path: readonly PropertyKey[]) => positionOf(read.placeOf({ path, about: 'value' }));
  return { status: 'read', file, manifest: fitted.value, placeOf };
}

/** The tools that a manifest declares; none if it cannot be read. */
export function toolsOf(skill: { files: readonly TextFile[] }): readonly SkillTool[] {
  const reading = readManifest(skill);
  return reading.status === 'read' ? reading.manifest.spec.tools : [];
}

/** Other tools have a file of that name too. */
function isOfThisFormat(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('apiVersion' in value || 'spec' in value);
}

function invalid(file: TextFile, misfits: readonly Misfit[]): ManifestReading {
  const problems = misfits.map(({ place, message }) => ({ at: positionOf(place), message }));
  return { status: 'invalid', file, problems };
}

function positionOf(place: string): Position {
  const [line = 1, column = 1] = place.split(':').map(Number);
  return { line, column };
}
