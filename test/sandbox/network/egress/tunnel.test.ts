import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { tunnel } from '../../../../src/sandbox/network/egress/tunnel.ts';

test('a tunnel out of a connection that others listen to as well warns nobody of a leak', async () => {
  const warnings: string[] = [];
  const hear = ({ message }: Error) => void warnings.push(message);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  const [inner, outer] = [silent(), silent()];
  for (let count = 0; count < 5; count++) inner.on('close', () => undefined);
  const joined = tunnel(inner, outer);
  await setImmediate();
  inner.destroy();
  await joined;
  expect(outer.destroyed).toBe(true);
  expect(warnings).toEqual([]);
});

function silent(): Duplex {
  return new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
}
