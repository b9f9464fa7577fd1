import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, digestOf } from '../base/digest.ts';
import type { RunPlan } from '../contracts/plan.ts';
import { stateDir } from '../sandbox/session/state-dir.ts';

type Asked = Pick<RunPlan, 'runId' | 'suite' | 'allowedSecrets'>;

/**
 * Notes on this machine which secrets a run may have, and for which hosts. That its plan says so is no consent, because a
 * results folder may be anybody's.
 */
export function noteConsent(plan: Asked): void {
  if (plan.allowedSecrets.length === 0) return;
  mkdirSync(folder(), { recursive: true });
  writeFileSync(placeOf(plan), '');
}

/** The secrets that this machine has noted for exactly this run. */
export function consentedSecrets(plan: Asked): readonly string[] {
  return existsSync(placeOf(plan)) ? plan.allowedSecrets : [];
}

function placeOf({ runId, suite: { secrets }, allowedSecrets }: Asked): string {
  const digest = digestOf(canonicalJson({ runId, secrets, allowedSecrets }));
  return join(folder(), digest.slice('sha256:'.length));
}

function folder(): string {
  return join(stateDir(), 'consents');
}
