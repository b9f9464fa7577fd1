import { kindOfPath } from './kind-of-path.ts';
import { nearestPath } from './nearest-path.ts';
import type { LocalPaths } from './parse-source.ts';

export const LOCAL_PATHS: LocalPaths = { kindOf: kindOfPath, nearest: nearestPath };
