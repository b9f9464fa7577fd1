import { expect, test } from 'vitest';
import { openSession } from '../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from './docker-fixture.ts';
import { request } from './engine/conformance.ts';

const state = stateFolder();

test('the kernel’s own asynchronous input and output is as if it were not there', async () => {
  await using engine = await openSession(state);
  await using sandbox = await engine.create(EMPTY_SPEC);
  const setup = 'print(libc.syscall(206, 1, ctypes.byref(ctypes.c_ulong(0))), ctypes.get_errno())';
  const program = ['import ctypes', 'libc = ctypes.CDLL(None, use_errno=True)', setup].join('\n');
  expect((await sandbox.run(request(`python3 -c '${program}'`))).stdout).toBe('-1 38\n');
});
