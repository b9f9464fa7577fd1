import type { ReadSkill } from '../../../skill/read-skill.ts';
import { opaqueKindOf } from '../readings/file-kind.ts';
import { type ProsePassage, spotAt } from '../regions/passage.ts';
import { isProse } from '../regions/region.ts';
import type { Signal } from '../signal.ts';
import { fileSignal } from './file-signal.ts';
import { isPackedProgram } from './packed-program.ts';

const OPAQUE_TITLES = {
  packed: 'Ships a program that is packed in an archive',
  program: 'Ships a compiled program',
  archive: 'Ships an archive',
  bytecode: 'Ships bytecode or a library',
  pickle: 'Ships a file that runs code when it is loaded',
} as const;

/** Python runs a packed program like a script, so that its source is hidden for no other use. */
const OPAQUE_SEVERITIES = {
  packed: 'high',
  program: 'medium',
  archive: 'low',
  bytecode: 'medium',
  pickle: 'medium',
} as const;

/** Files that no reader can look into. */
export function opaqueFiles({ files }: ReadSkill): Signal[] {
  return files.flatMap((file) => {
    const kind = isPackedProgram(file.content) ? 'packed' : opaqueKindOf(file);
    if (kind === null || kind === 'media') return [];
    const [severity, title] = [OPAQUE_SEVERITIES[kind], OPAQUE_TITLES[kind]];
    return [fileSignal(file, { rule: 'security/opaque-file', severity, title, shown: file.path })];
  });
}

const RUN_SCRIPT =
  /(?:^|[\s`;&|(])(?:(?:ba|z)?sh|python3?|node|deno run|bun|tsx|npx tsx|uv run|ruby|perl|pwsh)[ \t]{1,3}(?:-[\w-]{1,20}[ \t]{1,3}){0,3}((?:\.\/|\$\{?\w{1,40}\}?\/|\{baseDir\}\/)?(?:[\w.-]{1,80}\/){0,6}[\w.-]{1,80}\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|ps1))\b|(?:^|[\s`;&|(])(\.\/(?:[\w.-]{1,80}\/){0,6}[\w.-]{1,80}\.(?:sh|bash|py|js|rb|pl))\b/gm;

/** Scripts that the instructions run but that do not exist. */
export function missingScripts({ files }: ReadSkill, passage: ProsePassage): Signal[] {
  if (!/\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|ps1)\b/.test(passage.text)) return [];
  const known = new Set(files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  const seen = new Set<string>();
  const signals: Signal[] = [];
  for (const match of passage.text.matchAll(RUN_SCRIPT)) {
    const path = match[1] ?? match[2] ?? '';
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (known.has(name) || seen.has(name)) continue;
    const start = match.index + match[0].length - match[0].trimStart().length;
    const spot = spotAt(passage, start, match[0].trimStart().length);
    if (spot === null || (spot.region.kind !== 'code' && !isProse(spot.region))) continue;
    seen.add(name);
    signals.push({
      ...spot,
      rule: 'security/missing-script',
      severity: 'low',
      confidence: 'low',
      polarity: 'asserted',
      isConcrete: true,
      title: `Runs ${name}, which is not part of the skill`,
    });
    if (signals.length >= 10) break;
  }
  return signals;
}
