import { expect, test } from 'vitest';
import { DEFAULT_PARAMETERS } from '../../src/contracts/parameters.ts';
import { securityStatus } from '../../src/scoring/security-status.ts';

test.each([
  [100, 80, 'Pass'],
  [99.999, 80, 'Caution'],
  [80, 80, 'Caution'],
  [79.999, 80, 'Risky'],
  [0, 80, 'Risky'],
  [95, 96, 'Risky'],
  [0, 0, 'Caution'],
  [100, 100, 'Pass'],
])('S = %d with θs = %d is %s', (security, thetaS, status) => {
  expect(securityStatus(security, { ...DEFAULT_PARAMETERS, thetaS })).toBe(status);
});
