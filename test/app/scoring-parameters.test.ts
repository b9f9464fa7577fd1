import { expect, test } from 'vitest';
import { scoringParameters } from '../../src/app/scoring-parameters.ts';
import { DEFAULT_PARAMETERS } from '../../src/contracts/parameters.ts';

test('a parameter that is not given keeps its value', () => {
  expect(scoringParameters({}, DEFAULT_PARAMETERS)).toEqual(DEFAULT_PARAMETERS);
  expect(scoringParameters({ alpha: 10, eta: undefined }, DEFAULT_PARAMETERS)).toEqual({
    ...DEFAULT_PARAMETERS,
    alpha: 10,
  });
});

test.each([
  [{ eta: 0 }, '--eta'],
  [{ eta: 101 }, '--eta'],
  [{ alpha: -1 }, '--alpha'],
  [{ beta: 101 }, '--beta'],
  [{ thetaS: -1 }, '--theta-s'],
  [{ epsilon: 0 }, '--epsilon'],
  [{ epsilon: Number.NaN }, '--epsilon'],
])('the error for %j names the option', (overrides, flag) => {
  expect(() => scoringParameters(overrides, DEFAULT_PARAMETERS)).toThrow(flag);
});
