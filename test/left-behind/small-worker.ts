import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connectEngine } from '../../src/sandbox/docker/connect-engine.ts';
import { imageFor } from '../../src/sandbox/image/image.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { noteImages } from './noted-images.ts';

// What a test may be in the midst of when its runner is killed: a sandbox of its own, and an image.
const state = mkdtempSync(join(tmpdir(), 'assay-state-'));
const engine = await openSession(state);
await engine.create({ purpose: 'to be left behind', mounts: [], files: [], env: {} });
const [lease = ''] = readdirSync(join(state, 'sessions'));

const { docker } = await connectEngine();
const [repo, tag] = ['assay-test-image', randomUUID()];
noteImages([`${repo}:${tag}`]);
await docker.getImage((await imageFor(null)).tag).tag({ repo, tag });

process.send?.({ session: basename(lease, '.json'), image: `${repo}:${tag}` });
