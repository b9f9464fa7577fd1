import { flagsOf, MOST_STAGES, stageAt } from './build-refusal.ts';
import type { Instruction } from './parse-dockerfile.ts';

/** The part of a Dockerfile that begins with one `FROM`. */
type Stage = {
  /** What it stands on, with the defaults of arguments put in. */
  base: string;
  name: string | null;
  line: number;
  from: Instruction;
  instructions: readonly Instruction[];
};

export type Stages = {
  /** Arguments before the first `FROM`. */
  globals: readonly Instruction[];
  /** Those that the last stage copies from, with what they need in turn. */
  others: readonly NamedStage[];
  /** The last stage, together with those that it stands on; `null` if there is none, or there are too many. */
  last: Stage | null;
};

export type NamedStage = Stage & { name: string };

export function stagesOf(instructions: readonly Instruction[]): Stages {
  const first = instructions.findIndex(({ keyword }) => keyword === 'FROM');
  const globals = (first === -1 ? instructions : instructions.slice(0, first)).filter(
    ({ keyword }) => keyword === 'ARG',
  );
  const count = instructions.filter(({ keyword }) => keyword === 'FROM').length;
  const isRead = count > 0 && count <= MOST_STAGES;
  const stages = isRead ? withNames(split(instructions.slice(first), defaultsOf(globals))) : [];
  const chain = chainOf(stages);
  const [root] = chain;
  const final = chain.at(-1);
  if (root === undefined || final === undefined) return { globals, others: [], last: null };
  const last = { ...root, name: final.name, instructions: chain.flatMap((one) => one.instructions) };
  return { globals, others: neededBy(last, stages), last };
}

/** Only names stay right when stages are joined and left out, so each stage has one and is copied from by it. */
function withNames(stages: readonly Stage[]): NamedStage[] {
  const names = stages.map(({ name }, index) => name ?? `stage-${index}`);
  return stages.map((stage, index) => ({
    ...stage,
    name: names[index] ?? '',
    instructions: copyingByNames(stage.instructions, names.slice(0, index)),
  }));
}

function copyingByNames(instructions: readonly Instruction[], above: readonly string[]): Instruction[] {
  return instructions.map((instruction) => withoutCaches(copyingByName(instruction, above)));
}

function copyingByName(instruction: Instruction, above: readonly string[]): Instruction {
  const named = namedIn(instruction);
  const name = named === null ? undefined : above[stageAt(named, above) ?? -1];
  if (name === undefined || name === named) return instruction;
  const words = instruction.words.replace(`--from=${named}`, () => `--from=${name}`);
  return { ...instruction, words, source: `${instruction.keyword} ${words}${instruction.below}` };
}

const KEPT_ASIDE = /^--mount=type=(?:cache|tmpfs)(?:,|$)/;
const FROM_ELSEWHERE = /,from=/;

/** Caches make a build faster and change nothing about its image. The builder that every engine has knows none. */
function withoutCaches(instruction: Instruction): Instruction {
  const { keyword, words, below } = instruction;
  if (keyword !== 'RUN') return instruction;
  const { flags, rest } = flagsOf(words);
  const areCaches = flags.every((flag) => KEPT_ASIDE.test(flag) && !FROM_ELSEWHERE.test(flag));
  return flags.length > 0 && areCaches
    ? { ...instruction, words: rest, source: `RUN ${rest}${below}` }
    : instruction;
}

/** The place that a `COPY` copies from. */
function namedIn({ keyword, words }: Instruction): string | null {
  if (keyword !== 'COPY') return null;
  const flag = flagsOf(words).flags.find((one) => one.startsWith('--from='));
  return flag?.slice('--from='.length) ?? null;
}

/** Whatever a stage names stands above it, so one way up finds all. */
function neededBy(last: Stage, stages: readonly NamedStage[]): NamedStage[] {
  const names = new Set(last.instructions.map(namedIn));
  const needed = stages.toReversed().filter((stage) => {
    if (!names.has(stage.name)) return false;
    for (const name of [stage.base.toLowerCase(), ...stage.instructions.map(namedIn)]) names.add(name);
    return true;
  });
  return needed.toReversed();
}

function split(instructions: readonly Instruction[], defaults: ReadonlyMap<string, string>): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const instruction of instructions) {
    if (instruction.keyword !== 'FROM') stages.at(-1)?.instructions.push(instruction);
    else stages.push({ ...headOf(instruction, defaults), instructions: [] });
  }
  return stages;
}

function headOf(from: Instruction, defaults: ReadonlyMap<string, string>): Omit<Stage, 'instructions'> {
  const words = from.words.split(/\s+/).filter((word) => !word.startsWith('--'));
  const [image = '', as, name] = words;
  const base = image.replace(/\$(?:\{(\w+)(?::?-([^{}]*))?\}|(\w+))/g, (_, braced, otherwise, plain) =>
    String(defaults.get(braced ?? plain) ?? otherwise ?? ''),
  );
  return {
    base,
    name: as?.toUpperCase() === 'AS' ? (name?.toLowerCase() ?? null) : null,
    line: from.line,
    from,
  };
}

function defaultsOf(globals: readonly Instruction[]): Map<string, string> {
  const pairs = globals.map(({ words }) => /^(\w+)=["']?([^"'\s]*)/.exec(words));
  return new Map(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? '']])));
}

/** The stages that the last one stands on, from the ground up. A stage can only stand on one before it. */
function chainOf(stages: readonly Stage[]): Stage[] {
  const chain: Stage[] = [];
  let at = stages.length - 1;
  while (at >= 0) {
    const stage = stages[at];
    if (stage === undefined) break;
    chain.unshift(stage);
    at = stages.slice(0, at).findLastIndex(({ name }) => name !== null && name === stage.base.toLowerCase());
  }
  return chain;
}
