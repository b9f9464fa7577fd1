import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Outbound } from '../../../../src/sandbox/network/egress/outbound.ts';

/** Looks up names slowly, and counts how many lookups are under way. */
function slowNames() {
  const seen: string[] = [];
  let underWay = 0;
  let most = 0;
  const placeOf = async ({ host }: { host: string | null }) => {
    seen.push(host ?? '');
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(20);
    underWay -= 1;
    // Nobody listens there.
    return { address: '127.0.0.1', port: 9 };
  };
  return { seen, most: () => most, outside: { placeOf, authorities: () => [] } };
}

const target = (host: string) => ({ host, port: 80 });

test('one sandbox looks up one name at a time, and no name twice', async () => {
  const { outside, seen, most } = slowNames();
  using outbound = new Outbound(outside);
  const client = new AbortController().signal;
  const names = ['a.example', 'b.example', 'a.example', 'c.example'];
  await Promise.all(names.map((name) => outbound.reach('tcp', target(name), client)));
  await outbound.reach('tcp', target('b.example'), client);
  expect([seen, most()]).toEqual([['a.example', 'b.example', 'c.example'], 1]);
});

test('what waits to be looked up is forgotten once its client has left, or the sandbox has ended', async () => {
  const { outside, seen } = slowNames();
  const outbound = new Outbound(outside);
  const [stays, leaves] = [new AbortController(), new AbortController()];
  const first = outbound.reach('tcp', target('a.example'), stays.signal);
  const others = ['b.example', 'c.example'].map((name) => outbound.reach('tcp', target(name), leaves.signal));
  const last = outbound.reach('tcp', target('d.example'), stays.signal);
  leaves.abort();
  await Promise.all([first, ...others]);
  outbound[Symbol.dispose]();
  await last;
  expect(seen.slice(0, 2)).toEqual(['a.example', 'd.example']);
  expect(await outbound.reach('tcp', target('e.example'), stays.signal)).toMatchObject({
    failure: 'cannot be reached from here',
  });
  expect(seen).toHaveLength(2);
});
