import { expect, test } from 'vitest';
import { OutreachLog } from '../../../src/gateway/session/outreach-log.ts';

test('what there is no room for is counted, from the first of it on', () => {
  const log = new OutreachLog();
  const add = (length: number, atMs: number) =>
    log.add({ fault: '', field: 'tools[0].type', outreach: 'x'.repeat(length) }, atMs);
  add(10, 1);
  add(2 ** 20, 2);
  add(2 ** 20, 3);
  add(20, 4);
  expect(log.events).toMatchObject([
    { kind: 'provider', atMs: 1, body: { size: 10, isWhole: true } },
    { kind: 'provider', atMs: 4, body: { size: 20 } },
    { kind: 'counted', of: 'provider', atMs: 2, host: null, count: 2 },
  ]);
});
