import { basename } from 'node:path/posix';
import { AssayError } from '../base/assay-error.ts';
import type { AttestedClaim } from '../contracts/attestation.ts';
import { GRADE_DIR } from '../graders/grade-dir.ts';
import type { AttestationRequest, Sandbox } from '../sandbox/sandbox.ts';
import type { TrialSetup } from './trial-setup.ts';

type Options = Pick<AttestationRequest, 'imageDigest' | 'runtime' | 'skillsDir'> & { setup: TrialSetup };

/**
 * Checks what the sandbox really is. A claim that does not hold makes the trial void, before an agent runs.
 */
export async function attestSandbox(sandbox: Sandbox, options: Options): Promise<AttestedClaim[]> {
  const { setup, ...request } = options;
  const skills = setup.visibleSkills.map(({ root }) => basename(root));
  const claims = await sandbox.attest({ ...request, skills, absentPaths: [GRADE_DIR] });
  const broken = claims.filter(({ holds }) => !holds);
  if (broken.length === 0) return claims;
  const details = broken.map(({ claim, found }) => `${claim} Found: ${found}.`).join(' ');
  throw new AssayError('ATTESTATION_FAILED', `The sandbox is not what it has to be. Not true: ${details}`);
}
