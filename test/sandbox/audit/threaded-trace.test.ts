import { expect, test } from 'vitest';
import { ThreadedTrace } from '../../../src/sandbox/audit/threaded-trace.ts';
import { TRACE_FOLDER } from '../../../src/sandbox/audit/tracer.ts';

const WATCH = { paths: [], objects: [], pipes: TRACE_FOLDER };

function execOf(pid: number, program: string): Buffer {
  return Buffer.from(`${pid} execve("${program}", ["${program}"], 0x1 /* 2 vars */) = 0\n`);
}

test('a trace is read in order, with its marks in their places', async () => {
  using trace = new ThreadedTrace(WATCH, []);
  const marked = trace.expect('here');
  void trace.push(execOf(7, '/bin/true'));
  expect(await trace.countLiving()).toBe(1);
  void trace.push(Buffer.from('7 +++ exited with 0 +++\nhe'));
  void trace.push(Buffer.from('re\n'));
  await marked;
  expect(await trace.countLiving()).toBe(0);
  expect(await trace.record()).toMatchObject({ complete: true, events: [{ program: '/bin/true' }] });
});

test('a trace knows nothing of an earlier trace in the same thread', async () => {
  {
    using first = new ThreadedTrace(WATCH, []);
    void first.push(execOf(7, '/bin/first'));
    expect(await first.countLiving()).toBe(1);
  }
  using second = new ThreadedTrace(WATCH, []);
  expect(await second.record()).toMatchObject({ complete: true, events: [] });
});

test('a writer that is faster than the reader has to wait', async () => {
  using trace = new ThreadedTrace(WATCH, []);
  const megabyte = Buffer.alloc(1024 ** 2, '\n');
  const rooms = Array.from({ length: 6 }, () => trace.push(megabyte));
  expect(rooms.map((room) => room !== undefined)).toEqual([false, false, false, false, true, true]);
  await Promise.all([...rooms, trace.record()]);
  expect(trace.push(Buffer.from('\n'))).toBeUndefined();
});

test('a record with a limit lacks what was not read by then, and says so', async () => {
  using trace = new ThreadedTrace(WATCH, []);
  const lines = Buffer.concat(Array.from({ length: 40_000 }, () => execOf(7, '/bin/true')));
  void trace.push(lines);
  void trace.push(execOf(7, '/bin/late'));
  void trace.push(Buffer.from('7 +++ exited with 0 +++\n'));
  const record = await trace.record(AbortSignal.abort());
  expect(record.events).not.toContainEqual(expect.objectContaining({ program: '/bin/late' }));
  expect(record.gaps).toContain('it took too long to read');
});

test('a record with a limit that is not reached is whole', async () => {
  using trace = new ThreadedTrace(WATCH, []);
  void trace.push(execOf(7, '/bin/true'));
  void trace.push(Buffer.from('7 +++ exited with 0 +++\n'));
  expect(await trace.record(new AbortController().signal)).toMatchObject({ complete: true });
});

test('closing a trace rejects everything that waits for it', async () => {
  const trace = new ThreadedTrace(WATCH, []);
  const waiting = [trace.expect('never'), trace.record()];
  trace[Symbol.dispose]();
  for (const one of waiting) await expect(one).rejects.toMatchObject({ code: 'SANDBOX_FAILED' });
  await expect(trace.countLiving()).rejects.toMatchObject({ code: 'SANDBOX_FAILED' });
});
