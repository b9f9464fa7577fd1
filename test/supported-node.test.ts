import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import supportedNode from '#supported-node';

test.each([
  ['18.20.8', false],
  ['20.20.2', false],
  ['22.14.0', false],
  ['22.15.0', true],
  ['22.23.3', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('Node.js %s is supported: %s', (version, expected) => {
  expect(supportedNode.isSupported(version)).toBe(expected);
});

test('on an older Node the launcher names the required version instead of failing with a syntax error', () => {
  const older = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
  const launched = spawnSync(process.execPath, ['--eval', `${older}; require('./bin/assay.cjs')`], {
    encoding: 'utf8',
  });
  expect(launched).toMatchObject({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(
      /^assay: this is Node\.js 20\.20\.2, at .*\n.*needs Node\.js 22 from 22\.15 on/,
    ),
  });
});

test('the README requires the same versions as the manifest', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(`Node.js ${supportedNode.needed}`);
});
