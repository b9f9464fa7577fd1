import { expect, test } from 'vitest';
import { saysMuch } from '../../src/suites/information.ts';

test.each(['customer 4711', 'disk full', '1,260.49', '126049', 'order_id', '４７１１２６'])(
  '%s says much',
  (text) => {
    expect(saysMuch(text)).toBe(true);
  },
);

test.each(['total', 'customer', '12', '4711', 'q1 2', '---', ''])('%j may stand anywhere', (text) => {
  expect(saysMuch(text)).toBe(false);
});
