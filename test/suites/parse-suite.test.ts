import { expect, test } from 'vitest';
import { parseSuite } from '../../src/suites/parse-suite.ts';

const SUITE = 'id: orders\ntitle: Orders\ndescription: About orders\n';

test('a suite is parsed, with its skill in the folder "skill" by default', () => {
  expect(parseSuite(SUITE, 'tasks/orders/suite.yaml')).toEqual({
    id: 'orders',
    title: 'Orders',
    description: 'About orders',
    skill: 'skill',
    limits: {},
    budget: { maxTokens: null, maxRequests: null, maxSeconds: null, maxUsd: null },
  });
});

test('a suite whose id differs from the name of its folder is refused at its id', () => {
  expect(() => parseSuite(SUITE, 'tasks/order/suite.yaml')).toThrow(
    'tasks/order/suite.yaml:1:5: "id": expected order, the name of its folder, found "orders"',
  );
});

test('an id that cannot be a folder name is refused with that reason', () => {
  expect(() => parseSuite(SUITE.replace('orders', '../up'), 'tasks/orders/suite.yaml')).toThrow(
    '"id": expected lowercase letters, digits and single hyphens, found "../up"',
  );
});
