import { AssayError } from '../../../base/assay-error.ts';
import { AUTHORITY_PATH, TRUSTED_PATH } from '../../../contracts/sandbox-places.ts';
import type { Launch } from '../../docker/launch.ts';

const TRUST = ['/usr/bin/python3', '-IS', '/usr/local/lib/assay/trust-authority.py'];

/** For programs that bring certificates of their own. All others read the list at `TRUSTED_PATH`. */
export const TRUST_VARIABLES: Readonly<Record<string, string>> = {
  AWS_CA_BUNDLE: TRUSTED_PATH,
  NODE_EXTRA_CA_CERTS: AUTHORITY_PATH,
  PIP_CERT: TRUSTED_PATH,
  REQUESTS_CA_BUNDLE: TRUSTED_PATH,
  SSL_CERT_FILE: TRUSTED_PATH,
};

/** Makes the programs in a sandbox trust its authority. */
export async function trustAuthority(asRoot: Launch, certificate: string): Promise<void> {
  const { exitCode, stderr } = await asRoot({ argv: TRUST, stdin: Buffer.from(certificate) });
  if (exitCode === 0) return;
  throw new AssayError(
    'SANDBOX_FAILED',
    `The sandbox could not be made to trust its certificate authority: ${stderr.toString().trim()}`,
  );
}
