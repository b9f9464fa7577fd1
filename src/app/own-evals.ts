import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { readSkill } from '../checks/skill/read-skill.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import { AGENT_SKILLS } from '../foreign/agent-skills/agent-skills.ts';
import type { ForeignSource } from '../foreign/foreign-format.ts';
import type { FormatId } from '../foreign/format-names.ts';
import { SCRIPTED_MODEL } from '../gateway/upstreams/scripted/scripted-upstream.ts';
import { countAsKeys } from '../host/known-keys.ts';
import { stateDir } from '../sandbox/session/state-dir.ts';
import { namesOf } from '../sources/loading/evals-in-tree.ts';
import { namesSuite } from './benchmark.ts';
import { type ChosenSkill, fetchSkill } from './choose-skill.ts';
import { draftInThread } from './draft-in-thread.ts';
import { evalsBeside } from './evals-beside.ts';
import { type ForeignReading, readForeign } from './foreign-source.ts';
import { draftFiles } from './import-suite.ts';
import { keepSuite } from './kept-imports.ts';
import { requireUninterrupted } from './require-uninterrupted.ts';
import type { FoundSuite, SuiteRunOptions } from './run-choices.ts';

const FORMAT = 'agent-skills' satisfies FormatId;

/**
 * The suite of a run: the one that was named, or the evals of the skill that was. These are imported and kept in the
 * state folder, so that the run can be resumed without the source.
 */
export async function findSuite(
  options: SuiteRunOptions,
  say: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<FoundSuite> {
  const { suite: text, source = {}, model, cassettes, secrets = [] } = options;
  // From here on the skill is fetched.
  countAsKeys(secrets);
  if (namesSuite(text) || !isSource(text)) return options;
  const found = await fetchSkill({ text, ...source, findsEvals: true }, null);
  if (readSkill(found.skill).document === null) throw neither(text);
  const { files } = found.skill;
  const skillName = snapshotOf(found.skill).name;
  const inSkill: ForeignSource = { files, entry: null, skill: files, skillName };
  const evals = AGENT_SKILLS.recognises(inSkill)
    ? { source: inSkill, passedOver: [], from: '' }
    : await evalsElsewhere(options, found);
  if (evals === null) throw withoutEvals(text);
  const around = { ...evals.source, skill: files, skillName };
  const { draft, losses } = await draftInThread({ format: FORMAT, path: text, source: around }, signal);
  if (draft.tasks.length === 0)
    throw new AssayError('USAGE', `The evals of ${text} hold no task. "assay import auto ${text}" says why.`);
  if (model === SCRIPTED_MODEL && cassettes?.replay === undefined) throw needsModel(text);
  const kept = draftFiles(draft, FORMAT, [...evals.passedOver, ...losses]).files;
  await requireUninterrupted(signal, 'reading evals');
  const suite = await keepSuite({ root: join(stateDir(), 'imported'), id: draft.suite.id, files: kept });
  say(
    `The tasks are the evals that come with the skill${evals.from}. What was lost of them: ${suite}/losses.json`,
  );
  return { ...options, suite, found };
}

/** Evals outside of the skill's folder: in the source that was named, or around it on this machine. */
async function evalsElsewhere(
  { suite: text, source }: SuiteRunOptions,
  { skill, evals }: ChosenSkill,
): Promise<(ForeignReading & { from: string }) | null> {
  if (evals != null) {
    const { path, entry, files } = evals;
    const around: ForeignSource = { files, entry, skill: skill.files, skillName: snapshotOf(skill).name };
    return { source: around, passedOver: [], from: `, in ${path} of ${text}` };
  }
  const beside = await evalsBeside(text, namesOf(skill));
  return beside === null
    ? null
    : { ...(await readForeign(beside, { text, ...source })), from: `, in ${beside}` };
}

/** `owner/repo` might be the mistyped path of a suite, whose name nobody else should learn. */
function isSource(text: string): boolean {
  return existsSync(text) || text.includes(':');
}

function neither(text: string): AssayError {
  return new AssayError(
    'FILE_NOT_FOUND',
    `${text}: expected a suite (suite.yaml) or a skill (SKILL.md), found neither.`,
  );
}

function withoutEvals(text: string): AssayError {
  const ways = [
    `"assay check ${text}" checks it without running it`,
    `"assay init ${text} my-suite" starts a suite, which is run with probes for its security`,
    `"assay run SUITE --skill ${text}" runs the tasks of another suite with it`,
  ];
  return new AssayError(
    'USAGE',
    `${text} brings no evals (evals/evals.json), so there are no tasks to run.\n- ${ways.join('\n- ')}`,
  );
}

function needsModel(text: string): AssayError {
  const problem = `The evals of ${text} need a real model: the scripted one has no answers for them.`;
  return new AssayError('USAGE', `${problem} Name one, as in: assay run ${text} --model MODEL`);
}
