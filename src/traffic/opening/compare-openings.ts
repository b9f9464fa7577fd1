import type { Opening, OpeningComparison, OpeningDifference, OpeningValue } from '../../contracts/opening.ts';
import { listedBeside, type Part } from './listed-beside.ts';
import { keyOf, type Line, linesOf, Surplus } from './opening-lines.ts';
import { namedPlace } from './opening-of.ts';
import { type Placed, pairLines } from './pair-lines.ts';
import { type Described, SkillEntry } from './skill-entry.ts';

const MOST_NAMED = 20;
const LONGEST_TEXT = 300;
/** More lines are not examined for words of the skill: they are differences. */
const MOST_EXAMINED = 500;

/**
 * Compares what an agent said to its model in the two arms of a pair before the model had said anything. Only lines that say what the
 * skill is are taken out, and lines that the baseline has as well, less often, right beside them: the markup of a list. The order of
 * lines counts for nothing, because some programs list in a random order. Everything else that differs is named.
 */
export function compareOpenings(
  { baseline, withSkill }: { baseline: Opening; withSkill: Opening },
  skill: Described,
): OpeningComparison {
  const entry = new SkillEntry(skill);
  const tools = toolDifferences(baseline.tools, withSkill.tools);
  const [before, after] = [
    linesOf(withoutTools(baseline.values, missingIn(baseline.tools, withSkill.tools))),
    linesOf(withoutTools(withSkill.values, missingIn(withSkill.tools, baseline.tools))),
  ];
  const surplus = new Surplus(after, before);
  const { parts, added } = partsOf(after, surplus, entry);
  const removed = removedOf(before, new Surplus(before, after), edgesOf(after, parts));
  const paired = pairLines(added, removed, entry);
  const differences = [...tools, ...paired.differences];
  const entries = [...after.filter((_, at) => parts[at] === 'entry'), ...paired.entry];
  return {
    entry: entries.slice(0, MOST_NAMED).map(shortValue),
    differences: differences.slice(0, MOST_NAMED).map(shortDifference),
    moreDifferences: Math.max(0, differences.length - MOST_NAMED) + paired.leftOut,
    isWhole: baseline.leftOutValues + withSkill.leftOutValues === 0,
    listed: listedBeside({
      ...{ lines: after, parts, name: skill.name },
      isInBaseline: (line) => surplus.isRepeat(line),
    }),
    tools: baseline.tools.toSorted(),
  };
}

function missingIn(tools: readonly string[], others: readonly string[]): string[] {
  return [...new Set(tools)].filter((tool) => tool !== '' && !others.includes(tool));
}

/** A tool that one arm alone has is never taken for a part of the list of skills, whatever it is called. */
function toolDifferences(baseline: readonly string[], withSkill: readonly string[]): OpeningDifference[] {
  const about = { around: 'elsewhere' as const, place: 'tools' };
  return [
    ...missingIn(baseline, withSkill).map((tool) => ({ ...about, baseline: tool, withSkill: null })),
    ...missingIn(withSkill, baseline).map((tool) => ({ ...about, baseline: null, withSkill: tool })),
  ];
}

/** What a tool says about itself goes with its name. */
function withoutTools(values: readonly OpeningValue[], tools: readonly string[]): OpeningValue[] {
  const places = tools.map(namedPlace);
  return values.filter(({ place }) => !places.some((tool) => place.includes(tool)));
}

type Parted = { parts: readonly Part[]; added: readonly Placed[] };

function partsOf(lines: readonly Line[], surplus: Surplus, entry: SkillEntry): Parted {
  const parts: Part[] = lines.map(() => null);
  let examined = 0;
  for (const [at, line] of lines.entries()) {
    if (!surplus.has(line) || examined === MOST_EXAMINED) continue;
    examined += 1;
    if (entry.isOn(line.text) && surplus.take(line)) parts[at] = 'entry';
  }
  const entries = [...parts.entries()].filter(([, part]) => part === 'entry').map(([at]) => at);
  for (const at of entries)
    for (const step of [-1, 1]) growEntry({ at, step }, { lines, parts, surplus, entry });
  const added = lines.flatMap((line, at): Placed[] => {
    if (parts[at] === 'around') return [{ line, around: 'listing' }];
    return parts[at] === null && surplus.take(line) ? [{ line, around: 'elsewhere' }] : [];
  });
  return { parts, added };
}

type Growing = { lines: readonly Line[]; parts: Part[]; surplus: Surplus; entry: SkillEntry };

/** What comes with an entry stands right beside it: in the same text, or as markup that the baseline has too. */
function growEntry(
  { at, step }: { at: number; step: number },
  { lines, parts, surplus, entry }: Growing,
): void {
  for (let next = at + step; ; next += step) {
    const line = lines[next];
    if (line === undefined) return;
    if (parts[next] !== null) continue;
    const isRepeat = surplus.isRepeat(line);
    if (!(isRepeat || line.value === lines[at]?.value) || !surplus.take(line)) return;
    parts[next] = isRepeat ? 'repeat' : entry.continuesOn(line.text) ? 'entry' : 'around';
  }
}

/** The lines right before and after the entry of the skill, between which the baseline may say that there is none. */
function edgesOf(lines: readonly Line[], parts: readonly Part[]): ReadonlySet<string> {
  const edges = lines.filter((line, at) => {
    if (parts[at] !== null) return false;
    return [at - 1, at + 1].some((beside) => parts[beside] != null && lines[beside]?.value === line.value);
  });
  return new Set(edges.map(keyOf));
}

function removedOf(lines: readonly Line[], surplus: Surplus, edges: ReadonlySet<string>): Placed[] {
  const isRemoved = lines.map((line) => surplus.take(line));
  const isEdge = (at: number, step: number): boolean => {
    let next = at + step;
    while (isRemoved[next] === true) next += step;
    const line = lines[next];
    return line !== undefined && line.value === lines[at]?.value && edges.has(keyOf(line));
  };
  return lines.flatMap((line, at): Placed[] => {
    if (isRemoved[at] !== true) return [];
    return [{ line, around: isEdge(at, -1) || isEdge(at, 1) ? 'listing' : 'elsewhere' }];
  });
}

function shortValue({ place, text }: Line): OpeningValue {
  return { place, text: short(text) };
}

function shortDifference({ baseline, withSkill, ...about }: OpeningDifference): OpeningDifference {
  return {
    ...about,
    baseline: baseline === null ? null : short(baseline),
    withSkill: withSkill === null ? null : short(withSkill),
  };
}

function short(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
