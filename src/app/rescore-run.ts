import { AssayError } from '../base/assay-error.ts';
import { canonicalJson } from '../base/digest.ts';
import type { Sha256 } from '../contracts/identifiers.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { buildScorecard } from '../scorecard/build-scorecard.ts';
import { openResults } from '../store/open-results.ts';
import type { RunReader } from '../store/run-store.ts';
import { type Reread, rereadTraffic } from './reread-traffic.ts';
import { type ParameterOverrides, scoringParameters } from './scoring-parameters.ts';
import { type SealCheck, verifySeal } from './verify-seal.ts';

/**
 * `scorecard` is null if the run is too damaged to derive one. `differing` names the fields that differ from
 * the published scorecard; it is null if there is nothing to compare with, because of other parameters or a
 * run that has not ended.
 */
export type Rescored = {
  scorecard: Scorecard | null;
  differing: string[] | null;
  traffic: RereadTraffic;
  seal: SealCheck;
};

/** Trials by how this version of Assay reads their model traffic. */
type RereadTraffic = {
  /** It reads otherwise than the version that ran them. */
  different: string[];
  /** The skill was used, which the version that ran them did not see. */
  useFound: string[];
  /** The log is incomplete, lost, or does not say what it was searched for. */
  notKnown: string[];
};

const NOTHING_READ: RereadTraffic = { different: [], useFound: [], notKnown: [] };

type Options = {
  resultsDir: string;
  runId: string;
  overrides: ParameterOverrides;
  rootDigest: Sha256 | null;
};

/**
 * Checks a run against its seal, and derives its scorecard again from the disk alone: no engine, keys or
 * tokens are needed.
 */
export async function rescoreRun({ resultsDir, runId, overrides, rootDigest }: Options): Promise<Rescored> {
  await using reader = await openResults(resultsDir, 'reading');
  const seal = await verifySeal(reader, { resultsDir, runId }, rootDigest);
  try {
    return { seal, ...(await derive(reader, runId, overrides, seal)) };
  } catch (error) {
    const isKnown = error instanceof AssayError && error.code === 'STORE_UNUSABLE';
    if (isKnown && seal.differences.length > 0)
      return { seal, scorecard: null, differing: null, traffic: NOTHING_READ };
    throw error;
  }
}

async function derive(
  reader: RunReader,
  runId: string,
  overrides: ParameterOverrides,
  seal: SealCheck,
): Promise<Omit<Rescored, 'seal'>> {
  const { plan, scorecard: published } = await reader.loadRun(runId);
  const parameters = scoringParameters(overrides, plan.parameters);
  const records = await reader.loadRecords(plan);
  const read: Reread[] = [];
  for (const record of records) read.push(await rereadTraffic(record, (digest) => reader.kept(digest)));
  const traffic = trafficOf(read);
  const derived = buildScorecard(
    plan,
    read.map(({ record }) => record),
    parameters,
  );
  const isComparable = published !== null && canonicalJson(parameters) === canonicalJson(plan.parameters);
  if (!isComparable) return { scorecard: derived, differing: null, traffic };
  const differing = differingFields(derived, { ...published, rootDigest: null });
  const isGenuine = differing.length === 0 && seal.differences.length === 0;
  return { scorecard: isGenuine ? { ...derived, rootDigest: seal.rootDigest } : derived, differing, traffic };
}

function trafficOf(read: readonly Reread[]): RereadTraffic {
  const idsOf = (some: readonly Reread[]) => some.map(({ record }) => record.trial.id);
  return {
    different: idsOf(read.filter(({ reading }) => reading === 'different')),
    useFound: idsOf(read.filter(({ isUseFound }) => isUseFound)),
    notKnown: idsOf(read.filter(({ reading }) => reading === 'not-known')),
  };
}

function differingFields(derived: Scorecard, published: Scorecard): string[] {
  const before = new Map(Object.entries(published));
  return Object.entries(derived).flatMap(([field, value]) =>
    canonicalJson(value) === canonicalJson(before.get(field)) ? [] : [field],
  );
}
