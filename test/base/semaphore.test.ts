import { expect, test } from 'vitest';
import { Semaphore } from '../../src/base/semaphore.ts';

const never = new AbortController().signal;

test('places are granted in order of arrival', async () => {
  const slots = new Semaphore(1);
  const order: number[] = [];
  const first = await slots.take(never);
  const others = [1, 2, 3].map(async (number) => {
    const release = await slots.take(never);
    order.push(number);
    release();
  });
  first();
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
});

test('a place is freed once, however often it is released', async () => {
  const slots = new Semaphore(1);
  const release = await slots.take(never);
  release();
  release();
  await slots.take(never);
  const gone = new AbortController();
  const second = slots.take(gone.signal);
  gone.abort(new Error('gave up'));
  await expect(second).rejects.toThrow('gave up');
});

test('a waiter that gives up takes no place from the others', async () => {
  const slots = new Semaphore(1);
  const release = await slots.take(never);
  const gone = new AbortController();
  const leaving = slots.take(gone.signal);
  const staying = slots.take(never);
  gone.abort(new Error('gave up'));
  await expect(leaving).rejects.toThrow('gave up');
  release();
  expect(await staying).toBeTypeOf('function');
});

test('whoever holds fewer places is next, however many requests of others came before', async () => {
  const slots = new Semaphore(2);
  const order: string[] = [];
  const ask = async (owner: string) => {
    const release = await slots.take(never, owner);
    order.push(owner);
    return release;
  };
  const flood = ['flood', 'flood', 'flood', 'flood'].map(ask);
  const [first, second] = await Promise.all(flood.slice(0, 2));
  const others = ['one', 'other'].map(ask);
  first?.();
  (await others[0])?.();
  (await others[1])?.();
  second?.();
  await Promise.all(flood);
  expect(order).toEqual(['flood', 'flood', 'one', 'other', 'flood', 'flood']);
});
