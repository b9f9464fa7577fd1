import { expect, test } from 'vitest';
import { unpack } from '../../../src/sandbox/files/unpack.ts';

test.each([
  [
    'names',
    { files: [], entries: [{ path: '/w', kind: 'link' as const, target: 'x'.repeat(17 * 1024 ** 2) }] },
  ],
  ['bytes', { files: [{ path: '/w', executable: false, content: new Uint8Array(257 * 1024 ** 2) }] }],
])('more %s than a sandbox accepts are not packed at all', async (what, contents) => {
  const launch = () => Promise.reject(new Error('it was packed'));
  const refused = unpack(launch, contents);
  await expect(refused).rejects.toMatchObject({ code: 'SANDBOX_FAILED' });
  await expect(refused).rejects.toThrow(what);
});
