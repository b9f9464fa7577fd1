import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { judgingProgram } from '../../../src/app/judging-program.ts';
import { ContentGraderSpec } from '../../../src/contracts/grader-spec.ts';

const scratch = mkdtempSync(join(tmpdir(), 'assay-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const program = join(scratch, 'judge.mjs');
const [workspace, grade] = [join(scratch, 'workspace'), join(scratch, 'grade')];
mkdirSync(join(workspace, 'folder'), { recursive: true });
mkdirSync(grade);
writeFileSync(program, await judgingProgram());
writeFileSync(join(grade, 'expected.json'), '{"total": 0.90000000000000000001}');
writeFileSync(join(grade, 'expected.csv'), 'a,b\n1,2\n');
writeFileSync(join(grade, 'schema.json'), '{"type": "object", "required": ["total"]}');
writeFileSync(join(workspace, 'right.json'), '{ "total": 9.0000000000000000001e-1 }');
writeFileSync(join(workspace, 'wrong.json'), '{"total": 0.9}');
writeFileSync(join(workspace, 'right.csv'), '"a","b"\r\n"1","2"\r\n');
writeFileSync(join(workspace, 'note.md'), 'The  disk\nis full.');
symlinkSync('../grade/expected.json', join(workspace, 'stolen.json'));
symlinkSync('right.json', join(workspace, 'link.json'));
symlinkSync('nothing', join(workspace, 'dangling'));

/** It runs by itself: neither the folder nor any package of this project is in reach. */
function judge(spec: object, work = workspace) {
  const parsed = ContentGraderSpec.parse({ title: 'It is right', ...spec });
  const args = [program, JSON.stringify(parsed), work, grade];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: scratch,
    encoding: 'utf8',
    env: {},
  });
  return { status, said: `${stdout}${stderr}` };
}

test.each([
  ['a value by all of its digits', { kind: 'json-equals', path: 'right.json', equalsFile: 'expected.json' }],
  ['a table however it is quoted', { kind: 'csv-equals', path: 'right.csv', equalsFile: 'expected.csv' }],
  ['a document by its schema', { kind: 'json-schema', path: 'right.json', schemaFile: 'schema.json' }],
  ['a text as people read it', { kind: 'text', path: 'note.md', contains: ['disk is'], lacks: ['empty'] }],
  ['a pattern of RE2', { kind: 'file-content', path: 'note.md', matches: '^is (?P<how>full)\\.$' }],
  ['a link within the workspace', { kind: 'json-schema', path: 'link.json', schemaFile: 'schema.json' }],
  ['what is absent', { kind: 'file-content', path: 'none', absent: true }],
])('%s passes', (_, spec) => {
  expect(judge(spec)).toMatchObject({ status: 0 });
});

test.each([
  [
    'another value',
    { kind: 'json-equals', path: 'wrong.json', equalsFile: 'expected.json' },
    'wrong.json: /total is 0.9, and not 0.90000000000000000001\n',
  ],
  [
    'a link to what only graders know',
    { kind: 'json-equals', path: 'stolen.json', equalsFile: 'expected.json' },
    'stolen.json is a link that leads out of the workspace\n',
  ],
  ['a file that is not there', { kind: 'text', path: 'none', contains: ['a'] }, 'none does not exist\n'],
  [
    'a link that leads nowhere',
    { kind: 'file-content', path: 'dangling', absent: true },
    'dangling exists\n',
  ],
  ['a folder', { kind: 'text', path: 'folder', contains: ['a'] }, 'folder is not a file\n'],
])('%s fails with its reason', (_, spec, said) => {
  expect(judge(spec)).toEqual({ status: 1, said });
});

test('a link to the expected files in the place of the workspace fails', () => {
  const replaced = join(scratch, 'replaced');
  symlinkSync(grade, replaced);
  const spec = { kind: 'json-equals', path: 'expected.json', equalsFile: 'expected.json' };
  expect(judge(spec, grade)).toMatchObject({ status: 0 });
  expect(judge(spec, replaced)).toEqual({
    status: 1,
    said: 'expected.json is not in a workspace: the agent replaced its folder\n',
  });
});
