import { expect, test } from 'vitest';
import { AssayError } from '../../src/base/assay-error.ts';
import { notLoaded } from '../../src/checks/not-loaded.ts';
import { CheckReport } from '../../src/contracts/check-report.ts';

test('a source that could not be loaded gives a report without a verdict, with the whole message', () => {
  const message = `There is nothing at "x". ${'Do this. '.repeat(40)}Then that.`;
  const report = CheckReport.parse(notLoaded('x', new AssayError('FILE_NOT_FOUND', message)));
  expect(report).toMatchObject({
    name: 'x',
    source: 'x',
    digest: null,
    spec: { valid: false },
    verdict: 'error',
  });
  expect(report.findings).toMatchObject([{ rule: 'check/not-loaded', file: '.', excerpt: message }]);
});

test('a password is never repeated, from the command line or a message', () => {
  const source = 'https://me:hunter2-hunter2@host.example/x.git';
  const report = notLoaded(source, new Error(`cannot fetch ${source}\u001b[2J`));
  expect(JSON.stringify(report)).not.toMatch(/hunter2|u001b/);
  expect(report.source).toContain('host.example');
});
