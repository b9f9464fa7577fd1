import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { clearRunnerFolder } from './clear-runner-folder.ts';

const [folder = '', ...ofVitest] = process.argv.slice(2);

// However the runner ends, its side of the channel is closed then.
await once(process, 'disconnect');
await clearRunnerFolder(folder);
for (const temporary of ofVitest) rmSync(temporary, { recursive: true, force: true });
