import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBaseline, requireWritableBaseline, writeBaseline } from '../../src/app/baseline-file.ts';
import { findingOf, reportOf } from '../checks/report-of.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'baseline.json');
  writeFileSync(file, text);
  return file;
}

const ENTRY = { rule: 'spec/example', reason: 'It is known.' };
const json = (...entries: unknown[]) =>
  JSON.stringify({ format: 'assay/check-baseline@1', entries }, null, 2);

describe('reading', () => {
  test('JSON and YAML give the same baseline', () => {
    const yaml =
      'format: assay/check-baseline@1\nentries:\n  - rule: spec/example\n    reason: It is known.\n';
    for (const text of [json(ENTRY), yaml])
      expect(readBaseline({ baseline: fileOf(text) }).baseline.entries).toEqual([ENTRY]);
  });

  test('nothing is accepted without a file', () => {
    expect(readBaseline({}).baseline.entries).toEqual([]);
  });

  test('today is a date without a time', () => {
    expect(readBaseline({}).today).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('an entry without a reason is refused with its position', () => {
    const file = fileOf(json({ rule: 'spec/example' }));
    expect(() => readBaseline({ baseline: file })).toThrow(
      /baseline\.json:4:5: "entries\[0\]\.reason": missing/,
    );
  });

  test('a file that does not exist is an error that names it', () => {
    expect(() => readBaseline({ baseline: 'no/such.json' })).toThrow(/no\/such\.json/);
  });
});

describe('writing', () => {
  test.each([
    ['no reason', { writeBaseline: 'x.json' }, /--reason/],
    ['a blank reason', { writeBaseline: 'x.json', reason: ' ' }, /--reason/],
    ['a reason for nothing', { reason: 'because' }, /--write-baseline/],
  ])('%s is refused', (_, options, message) => {
    expect(() => requireWritableBaseline(options)).toThrow(message);
  });

  test('an existing file is replaced only if its entries were read', () => {
    const file = fileOf(json(ENTRY));
    const options = { writeBaseline: file, reason: 'because' };
    expect(() => requireWritableBaseline(options)).toThrow(/--baseline/);
    expect(() => requireWritableBaseline({ ...options, baseline: file })).not.toThrow();
    expect(() => requireWritableBaseline({})).not.toThrow();
  });

  test('entries that still accept something keep their reason, and the others are dropped', () => {
    const file = fileOf(json(ENTRY, { rule: 'spec/gone', reason: 'Old.' }));
    const before = readBaseline({ baseline: file });
    const known = { finding: findingOf(), reason: ENTRY.reason };
    const reports = [reportOf([findingOf({ rule: 'spec/open' })], { suppressed: [known] })];
    const judged = writeBaseline({ file, reason: 'Reviewed.' }, reports, before);
    expect(judged).toMatchObject([{ findings: [], verdict: 'pass' }]);
    expect(readBaseline({ baseline: file }).baseline.entries).toMatchObject([
      ENTRY,
      { rule: 'spec/open', skill: 'my-skill', file: 'SKILL.md', reason: 'Reviewed.' },
    ]);
    expect(readFileSync(file, 'utf8').endsWith('}\n')).toBe(true);
  });

  test('a folder that does not exist is an error', () => {
    const terms = { file: join(temporaryFolder(), 'no/such/folder.json'), reason: 'x' };
    expect(() => writeBaseline(terms, [], readBaseline({}))).toThrow(/Cannot write the baseline/);
  });
});
