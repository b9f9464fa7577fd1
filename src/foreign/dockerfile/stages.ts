import type { Instruction } from './parse-dockerfile.ts';

/** The part of a Dockerfile that begins with one `FROM`. */
export type Stage = {
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
  /** Those that the last stage only copies from. */
  others: readonly Stage[];
  /** The last stage, together with those that it stands on; `null` if there is none. */
  last: Stage | null;
};

export function stagesOf(instructions: readonly Instruction[]): Stages {
  const first = instructions.findIndex(({ keyword }) => keyword === 'FROM');
  const globals = (first === -1 ? instructions : instructions.slice(0, first)).filter(
    ({ keyword }) => keyword === 'ARG',
  );
  const stages = first === -1 ? [] : split(instructions.slice(first), defaultsOf(globals));
  const chain = chainOf(stages);
  const [root] = chain;
  const final = chain.at(-1);
  if (root === undefined || final === undefined) return { globals, others: [], last: null };
  const last = { ...root, name: final.name, instructions: chain.flatMap((one) => one.instructions) };
  return { globals, others: stages.filter((stage) => !chain.includes(stage)), last };
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
  const base = image.replace(/\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))/g, (_, braced, otherwise, plain) =>
    String(defaults.get(braced ?? plain) ?? otherwise ?? ''),
  );
  return { base, name: as?.toUpperCase() === 'AS' ? (name ?? null) : null, line: from.line, from };
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
    at = stages.slice(0, at).findLastIndex(({ name }) => name !== null && name === stage.base);
  }
  return chain;
}
