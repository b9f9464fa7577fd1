import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { canonicalJson, digestOf } from '../base/digest.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { stateDir } from '../sandbox/session/state-dir.ts';

type Asked = Pick<RunPlan, 'runId' | 'suite' | 'allowedSecrets' | 'cassettes'>;

/**
 * Notes on this machine which secrets a run may have, for which hosts, and where it may record. That its plan says so is no
 * consent, because a results folder may be anybody's.
 */
export function noteConsent(plan: Asked): void {
  const places = [
    ...(plan.allowedSecrets.length === 0 ? [] : [placeOfSecrets(plan)]),
    ...(plan.cassettes?.mode === 'record' ? [placeOfRecording(plan)] : []),
  ];
  for (const place of places) {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(place, '');
  }
}

/** The secrets that this machine has noted for exactly this run. */
export function consentedSecrets(plan: Asked): readonly string[] {
  return existsSync(placeOfSecrets(plan)) ? plan.allowedSecrets : [];
}

/** Refuses to record where nobody on this machine has asked exactly this run to. */
export function requireConsentedRecording(plan: Asked): void {
  const { runId, cassettes } = plan;
  if (cassettes?.mode !== 'record' || existsSync(placeOfRecording(plan))) return;
  throw new AssayError(
    'USAGE',
    `Run ${runId} records in ${cassettes.folder}, and was not started on this machine, which therefore does not write there. Start a new run with --record.`,
  );
}

function placeOfSecrets({ runId, suite: { secrets }, allowedSecrets }: Asked): string {
  return placeOf({ runId, secrets, allowedSecrets });
}

function placeOfRecording({ runId, cassettes }: Asked): string {
  return placeOf({ runId, cassettes });
}

function placeOf(consent: object): string {
  return join(folder(), digestOf(canonicalJson(consent)).slice('sha256:'.length));
}

function folder(): string {
  return join(stateDir(), 'consents');
}
