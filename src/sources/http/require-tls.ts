import { AssayError } from '../../base/assay-error.ts';
import { isLoopbackHost } from '../../base/public-address.ts';
import { bareHost } from './reach.ts';

export function requireTls(url: URL): void {
  if (url.protocol !== 'http:' || isLoopbackHost(bareHost(url))) return;
  throw new AssayError(
    'USAGE',
    `${url.origin} is not https. Only this machine itself may be asked without TLS.`,
  );
}
