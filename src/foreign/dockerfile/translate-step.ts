import { posix } from 'node:path';
import { shellQuote } from '../../base/shell-quote.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import type { LossList } from '../drafting/loss-list.ts';
import type { Files } from '../foreign-format.ts';
import { type Copy, copyOf } from './copied-files.ts';
import type { Instruction } from './parse-dockerfile.ts';
import { isInside, type RunPart, runParts } from './run-parts.ts';

/** An instruction with the folder that it stands in. */
export type Step = { instruction: Instruction; cwd: string };

/** What the instructions of an image stand among. */
export type Surroundings = {
  file: string;
  /** The files beside the Dockerfile, without itself and without skills. */
  context: Files;
  /** Those of the skills, which only one arm may see. */
  skills: Files;
  workdir: string;
  losses: LossList;
  budget: DraftBudget;
};

export type Translated = {
  /** Instructions that stay in the Dockerfile. */
  kept: readonly string[];
  needsContext: boolean;
  /** Files of the workspace. */
  files: Files;
  parts: readonly RunPart[];
};

const NOTHING: Translated = { kept: [], needsContext: false, files: [], parts: [] };

/** Where agents look for skills. */
const SKILL_PLACES =
  /\.(?:claude|codex|agents|opencode|goose|factory|gemini|cursor|github|copilot|pi|openhands)\/skills?\b|(?:^|\s)\/skills?\b/;
const WITHOUT_EFFECT = new Set(['LABEL', 'MAINTAINER', 'EXPOSE', 'STOPSIGNAL', 'VOLUME', 'SHELL']);
/** Programs that only wait if they are given nothing else than this. */
const WAITING = new Set(['bash', 'sh', 'sleep', 'tail', 'cat', 'python', 'python3', 'node']);
const NO_WORK = /^(?:infinity|\d+|-f|-l|\/dev\/null)$/;
const SAFE_WORD = /^[\w@%+=:,./-]+$/;

/** `isOpaque` says that some command of the image may need all that stands before it. */
export function translateStep(step: Step, around: Surroundings, isOpaque: boolean): Translated {
  const { keyword, source, words, line } = step.instruction;
  const { file, losses } = around;
  if (keyword === 'RUN') return translateRun(step, around, isOpaque);
  if (keyword === 'COPY' || keyword === 'ADD') return translateCopy(step, around, isOpaque);
  if (keyword === 'ENV' && /^DEBIAN_FRONTEND\b\S*$/.test(words) && !isOpaque) return NOTHING;
  if (keyword === 'ENV' || keyword === 'ARG') return { ...NOTHING, kept: [source] };
  if (keyword === 'WORKDIR') return isOpaque ? { ...NOTHING, kept: [source] } : NOTHING;
  if (WITHOUT_EFFECT.has(keyword) || onlyWaits(words)) return NOTHING;
  if (keyword !== 'USER')
    losses.dropped(file, line, `${keyword} has no effect: the image starts nothing by itself.`);
  else if (!/^(?:root|0)\b/.test(words))
    losses.changed(file, line, 'Agents work as a user of Assay, and the image is built as root.');
  return NOTHING;
}

function onlyWaits(words: string): boolean {
  const [program = '', ...rest] = words.split(/[\s"',[\]]+/).filter((word) => word !== '');
  return WAITING.has(posix.basename(program)) && rest.every((word) => NO_WORK.test(word));
}

/** `null` for a step that is no `RUN`, or one that only moves skills. */
export function partsOf({ instruction, cwd }: Step, around: Surroundings): RunPart[] | null {
  if (instruction.keyword !== 'RUN' || movesSkills(instruction, around)) return null;
  return runParts(instruction, { cwd, ...around });
}

function movesSkills({ words, documents }: Instruction, { skills }: Surroundings): boolean {
  return skills.length > 0 && [words, ...documents].some((text) => SKILL_PLACES.test(text));
}

function translateRun(step: Step, around: Surroundings, isOpaque: boolean): Translated {
  const { source, line, words } = step.instruction;
  const { file, losses, workdir } = around;
  const parts = partsOf(step, around);
  if (parts === null) {
    losses.changed(file, line, 'This puts the skill in place, which the arm with the skill does by itself.');
    return NOTHING;
  }
  if (!isOpaque) return { ...NOTHING, kept: parts.flatMap(simpleRun), parts };
  const isUnknown = parts.some(({ kind }) => kind === 'anything');
  if (isUnknown && workdir !== '/' && (step.cwd === workdir || words.includes(workdir)))
    losses.incomplete(
      file,
      line,
      `If this leaves anything in ${workdir}, it is not in the workspace, which has the files of the suite alone. Put it in the task's workspace/.`,
    );
  const ofWorkspace = parts.filter(({ kind }) => kind === 'folders' || kind === 'executables');
  return { ...NOTHING, kept: [source], parts: ofWorkspace };
}

function simpleRun(part: RunPart): string[] {
  if (part.kind !== 'simple') return [];
  return [`RUN ${part.command.map((word) => (SAFE_WORD.test(word) ? word : shellQuote(word))).join(' ')}`];
}

function translateCopy(step: Step, around: Surroundings, isOpaque: boolean): Translated {
  const { source, line, keyword } = step.instruction;
  const { file, losses, workdir, context, budget } = around;
  const take = (files: Files) => copyOf(step.instruction, files, { workdir: step.cwd, file, budget });
  const copy = take(context);
  if (copy.isFromElsewhere) return fromElsewhere(copy, step, around);
  if (copy.files.length === 0) {
    if (take(around.skills).files.length > 0)
      losses.changed(file, line, 'Only the arm with the skill gets it.');
    else losses.incomplete(file, line, `${keyword} finds none of its files.`);
    return NOTHING;
  }
  const inside = copy.files.filter(({ to }) => isInside(to, workdir));
  const isKept = inside.length < copy.files.length || isOpaque;
  return {
    ...NOTHING,
    kept: isKept ? [source] : [],
    needsContext: isKept,
    files: inside.map(({ to, file }) => ({ ...file, path: posix.relative(workdir, to) })),
  };
}

function fromElsewhere({ destination }: Copy, step: Step, around: Surroundings): Translated {
  const { file, losses, workdir } = around;
  if (isInside(destination, workdir))
    losses.incomplete(
      file,
      step.instruction.line,
      `What this puts in ${destination} is not in the workspace. Put it in the task's workspace/.`,
    );
  return { ...NOTHING, kept: [step.instruction.source], needsContext: true };
}
