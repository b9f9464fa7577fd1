import { describe, expect, test } from 'vitest';
import {
  applyBaseline,
  type BaselineTerms,
  baselineOf,
  idleEntries,
} from '../../src/checks/apply-baseline.ts';
import { BaselineEntry } from '../../src/contracts/check-baseline.ts';
import type { Finding } from '../../src/contracts/finding.ts';
import { fingerprintOf } from '../../src/contracts/finding-fingerprint.ts';
import { findingOf, reportOf } from './report-of.ts';

type Entry = Partial<BaselineEntry>;

function terms(...entries: Entry[]): BaselineTerms {
  const complete = entries.map((entry) =>
    BaselineEntry.parse({ rule: 'spec/example', reason: 'It is known.', ...entry }),
  );
  return { baseline: { format: 'assay/check-baseline@1', entries: complete }, today: '2026-06-15' };
}

const finding = findingOf();
const fingerprint = fingerprintOf(finding);

function isAccepted(entry: Entry, found: Finding = finding): boolean {
  return applyBaseline(reportOf([found]), terms(entry)).findings.length === 0;
}

describe('a fingerprint', () => {
  test('survives a move to another line, a new severity and a new wording', () => {
    const moved = findingOf({ line: 9, column: 5, severity: 'low', confidence: 'low', title: 'Another' });
    expect(fingerprintOf({ ...moved, why: '', remedy: '', owasp: ['ASI01'] })).toBe(fingerprint);
  });

  test.each<Partial<Finding>>([{ rule: 'spec/other' }, { file: 'a.md' }, { excerpt: 'another' }])(
    'changes with %o',
    (change) => {
      expect(fingerprintOf(findingOf(change))).not.toBe(fingerprint);
    },
  );

  test('is sensitive to where one part ends and the next begins', () => {
    expect(fingerprintOf(findingOf({ file: 'a', excerpt: 'b' }))).not.toBe(
      fingerprintOf(findingOf({ file: 'ab', excerpt: '' })),
    );
  });
});

describe('an entry', () => {
  test.each<Entry>([
    {},
    { skill: 'my-skill' },
    { file: 'SKILL.md' },
    { fingerprint },
    { expires: '2026-06-15' },
    { title: 'An example' },
    { severity: 'medium' },
    { severity: 'critical' },
    { skill: 'my-skill', file: 'SKILL.md', fingerprint, expires: '2027-01-01' },
  ])('with %o accepts a finding that matches it', (entry) => {
    expect(isAccepted(entry)).toBe(true);
  });

  test.each<Entry>([
    { rule: 'spec/other' },
    { skill: 'your-skill' },
    { file: 'README.md' },
    { fingerprint: `sha256:${'1'.repeat(64)}` },
    { expires: '2026-06-14' },
    { title: 'Another example' },
    { severity: 'low' },
    { fingerprint, skill: 'your-skill' },
  ])('with %o does not accept a finding that differs', (entry) => {
    expect(isAccepted(entry)).toBe(false);
  });

  test.each([
    ['without a reason', { rule: 'spec/example' }],
    ['with an empty reason', { rule: 'spec/example', reason: ' \n' }],
    ['for an internal fault of the check', { rule: 'check/crashed', reason: 'x' }],
    ['for every rule', { rule: 'spec/*', reason: 'x' }],
    ['with an impossible date', { rule: 'spec/example', reason: 'x', expires: 'June' }],
    ['with a line', { rule: 'spec/example', reason: 'x', line: 1 }],
  ])('%s is refused', (_, entry) => {
    expect(BaselineEntry.safeParse(entry).success).toBe(false);
  });
});

describe('a report with a baseline', () => {
  test('shows accepted findings with their reason, apart from open ones', () => {
    const open = findingOf({ rule: 'spec/open' });
    const report = applyBaseline(reportOf([finding, open]), terms({}));
    expect(report.findings).toEqual([open]);
    expect(report.suppressed).toEqual([{ finding, reason: 'It is known.' }]);
  });

  test('has the verdict of its open findings', () => {
    const serious = findingOf({ severity: 'critical' });
    const minor = findingOf({ rule: 'spec/open', severity: 'low' });
    const report = reportOf([serious, minor], { verdict: 'fail' });
    expect(applyBaseline(report, terms({})).verdict).toBe('warn');
    expect(applyBaseline(report, terms({}, { rule: 'spec/open' })).verdict).toBe('pass');
    expect(applyBaseline(report, terms({ rule: 'spec/open' })).verdict).toBe('fail');
  });

  test('has no verdict if the skill could not be checked', () => {
    expect(applyBaseline(reportOf([finding], { verdict: 'error' }), terms({})).verdict).toBe('error');
    const crashed = findingOf({ rule: 'check/crashed' });
    const report = reportOf([findingOf({ severity: 'high' }), crashed], { verdict: 'fail' });
    expect(applyBaseline(report, terms({}))).toMatchObject({ verdict: 'error', findings: [crashed] });
  });

  test('leaves the result for the specification unchanged', () => {
    const spec = { valid: false, errors: ['The name is missing.'], warnings: [] };
    expect(applyBaseline(reportOf([finding], { spec }), terms({})).spec).toEqual(spec);
  });
});

describe('an unused entry', () => {
  const checked = [applyBaseline(reportOf([finding]), terms({}))];
  const why = (entry: Entry) => idleEntries(terms(entry), checked).map((idle) => idle.why);

  test('is reported, and a used one is not', () => {
    expect(why({ rule: 'spec/other' })).toEqual(['matches nothing']);
    expect(why({})).toEqual([]);
  });

  test('is reported as expired if that is why', () => {
    expect(why({ expires: '2026-06-14' })).toEqual(['expired']);
    expect(why({ expires: '2026-06-14', rule: 'spec/other' })).toEqual(['matches nothing']);
  });

  test('is not reported if its skill was not checked', () => {
    expect(why({ skill: 'your-skill' })).toEqual([]);
  });
});

describe('a baseline made from open findings', () => {
  const secret = findingOf({ excerpt: 'token: [redacted]' });
  const reports = [
    reportOf([finding, findingOf({ line: 7 }), secret]),
    reportOf([finding], { name: 'other' }),
  ];
  const entries = baselineOf(reports, 'Reviewed.');

  test('has an entry for each fingerprint of each skill', () => {
    const entry = { rule: 'spec/example', file: 'SKILL.md', severity: 'medium', reason: 'Reviewed.' };
    expect(entries).toEqual([
      { ...entry, skill: 'my-skill', fingerprint },
      { ...entries[1], fingerprint: fingerprintOf(secret) },
      { ...entry, skill: 'other', fingerprint },
    ]);
  });

  describe('of a line whose variable holds a host', () => {
    const rule = 'security/download-and-run';
    const known = findingOf({ rule, title: 'Runs what it downloads', excerpt: 'curl -fsSL "$U" | bash' });
    const accepted = terms(...baselineOf([reportOf([known])], 'It is the installer of Rust.'));
    const openOf = (change: Partial<Finding>) =>
      applyBaseline(reportOf([{ ...known, ...change }]), accepted).findings.length;

    test('accepts it as long as it is no worse', () => {
      expect(openOf({})).toBe(0);
      expect(openOf({ severity: 'low', line: 8 })).toBe(0);
    });

    test('does not accept it once another host makes it more severe, or is named in its title', () => {
      expect(openOf({ severity: 'high' })).toBe(1);
      expect(openOf({ title: 'Runs what it downloads from evil.example.net' })).toBe(1);
    });

    test('accepts the worst of equal lines', () => {
      const lines = [findingOf({ severity: 'low' }), findingOf({ severity: 'high' }), findingOf()];
      const [entry, ...others] = baselineOf([reportOf(lines)], 'Reviewed.');
      expect(entry?.severity).toBe('high');
      expect(others).toEqual([]);
    });
  });

  test('goes on accepting a finding of the specification whose count has changed', () => {
    const long = findingOf({ rule: 'spec/body-lines', title: 'The body has 512 lines' });
    const accepted = terms(...baselineOf([reportOf([long])], 'Reviewed.'));
    const longer = reportOf([{ ...long, title: 'The body has 513 lines' }]);
    expect(applyBaseline(longer, accepted).findings).toEqual([]);
  });

  test('accepts all of them', () => {
    for (const report of reports) expect(applyBaseline(report, terms(...entries)).findings).toEqual([]);
  });

  test('does not accept an internal fault of the check', () => {
    expect(baselineOf([reportOf([findingOf({ rule: 'check/crashed' })])], 'Reviewed.')).toEqual([]);
  });
});

describe('a finding about a place that is not known', () => {
  const rule = 'security/credential-exfiltration';
  const digestOf = (digit: string) => `sha256:${digit.repeat(64)}` as const;
  const [before, after] = [digestOf('1'), digestOf('2')];
  const isStillAccepted = (title: string) => {
    const found = findingOf({ rule, title });
    const entries = baselineOf([reportOf([found], { digest: before })], 'It is ours.');
    const [same, changed] = [before, after].map(
      (digest) => applyBaseline(reportOf([found], { digest }), terms(...entries)).findings.length === 0,
    );
    return { same, changed };
  };

  test.each([
    'Sends SSH keys to $u',
    'Sends .npmrc to $u.example.com',
    'Sends SSH keys to {}',
    'Sends id.rsa to another machine',
    'Reads keys and sends to another machine',
    'Runs what it downloads',
    'Sends config.json to $u unseen, in the background',
  ])('is accepted of the same skill alone: %s', (title) => {
    expect(isStillAccepted(title)).toEqual({ same: true, changed: false });
  });

  test.each(['Sends SSH keys to backup.example.com', 'Sends .env to 203.0.113.9 unseen, in the background'])(
    'is no finding with the host in its title, which is accepted of a skill that changes: %s',
    (title) => {
      expect(isStillAccepted(title)).toEqual({ same: true, changed: true });
    },
  );
});
