import { openSession } from '../../../src/sandbox/session/session.ts';

// A run that never ends by itself: makes a sandbox under the state folder that is given, says so, and waits.
const engine = await openSession(process.argv[2]);
await engine.create({ purpose: 'to be abandoned', mounts: [], files: [], env: {} });
process.stdout.write('made\n');
setInterval(() => undefined, 60_000);
