import { expect, test } from 'vitest';
import { limitsIn, resourcesIn, tellsDiskFull } from '../../../src/sandbox/resources/read-consumption.ts';

const at = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([name, text]) => [`/sys/fs/cgroup/${name}`, text]));

const EXPECTED = { peakMemoryBytes: 3_825_664, cpuSeconds: 1.5, peakProcesses: 7, bytesWritten: 12_288 };

test('control groups version 1 are read', () => {
  const files = at({
    'memory/memory.max_usage_in_bytes': '3825664',
    'cpuacct/cpuacct.usage': '1500000000',
    'pids/pids.peak': '7',
    'blkio/blkio.throttle.io_service_bytes':
      '8:0 Read 5\n8:0 Write 8192\n8:16 Write 4096\n8:0 Total 8197\nTotal 12293',
  });
  expect(resourcesIn(files)).toEqual(EXPECTED);
});

test('control groups version 2 are read', () => {
  const files = at({
    'memory.peak': '3825664',
    'cpu.stat': 'usage_usec 1500000\nuser_usec 1000000',
    'pids.peak': '7',
    'io.stat': '8:0 rbytes=5 wbytes=8192 rios=1 wios=2\n8:16 rbytes=0 wbytes=4096 rios=0 wios=1',
  });
  expect(resourcesIn(files)).toEqual(EXPECTED);
});

test('values that the kernel does not report are unknown rather than zero', () => {
  const unknown = { peakMemoryBytes: null, cpuSeconds: null, peakProcesses: null, bytesWritten: null };
  expect(resourcesIn(new Map())).toEqual(unknown);
  expect(limitsIn(new Map())).toEqual([]);
});

test.each([
  ['memory', { 'memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 1' }],
  ['memory', { 'memory.events': 'low 0\nmax 9\noom 1\noom_kill 2' }],
  ['pids', { 'pids/pids.events': 'max 3' }],
  ['pids', { 'pids.events': 'max 1' }],
])('the limit of %s was reached', (limit, files) => {
  expect(limitsIn(at(files))).toEqual([limit]);
});

test('a limit that was not reached is not reported', () => {
  const quiet = at({ 'memory.events': 'max 9\noom_kill 0', 'pids.events': 'max 0' });
  quiet.set('free', 'Avail IFree Mounted on\n  4096   10 /workspace\n 100000 9 /tmp');
  expect(limitsIn(quiet)).toEqual([]);
});

test.each([
  ['has no room', '0 10 /workspace'],
  ['has no inodes left', '4096 0 /workspace'],
])('the disk is full if a folder %s', (_what, row) => {
  expect(limitsIn(new Map([['free', `Avail IFree Mounted on\n100 9 /tmp\n${row}`]]))).toEqual(['disk']);
});

test('the disk also counts as full if a command reported it, whatever was cleaned up later', () => {
  const result = { exitCode: 1, stdout: '', isTruncated: false, timedOut: false };
  expect(tellsDiskFull({ ...result, stderr: 'dd: error writing: No space left on device' })).toBe(true);
  expect(tellsDiskFull({ ...result, stderr: 'no such file' })).toBe(false);
  expect(limitsIn(new Map(), true)).toEqual(['disk']);
});
