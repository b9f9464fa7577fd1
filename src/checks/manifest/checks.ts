import type { Check } from '../findings/rule.ts';
import { entrypointPresent } from './entrypoint-present.ts';
import { manifestRecognised } from './manifest-recognised.ts';
import { manifestValid } from './manifest-valid.ts';

/** The requirements of `skill.yaml`, as far as they decide whether its tools can be offered. */
export const manifestChecks: readonly Check[] = [manifestValid, manifestRecognised, entrypointPresent];
