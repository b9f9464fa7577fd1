import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { leaveNothingBehind } from './global-setup.ts';

// A runner with one worker, which never ends. It says what there is to kill and to remove.
const watchdog = await leaveNothingBehind([], {});
const worker = fork(fileURLToPath(new URL('small-worker.ts', import.meta.url)));
worker.once('message', (made) => {
  const folder = tmpdir();
  process.stdout.write(
    JSON.stringify({ folder, watchdog: watchdog.pid, worker: worker.pid, ...Object(made) }),
  );
});
