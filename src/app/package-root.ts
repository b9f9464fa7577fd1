import { fileURLToPath } from 'node:url';

/** Where the bundled suites, probes and the sandbox's image lie; `src` and `dist` are equally deep below it. */
export const PACKAGE_ROOT = fileURLToPath(new URL('../../', import.meta.url));
