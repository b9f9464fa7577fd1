import { fileURLToPath } from 'node:url';

/**
 * The folder of the bundled suites, probes and sandbox image; `src` and `dist` are at the same depth below
 * it.
 */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));
