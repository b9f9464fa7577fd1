import type { SiteFinding, SiteReport } from '../../../src/contracts/site-report.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';

const HOSTILE = '\u001b[2J\u009b1A<script>alert(1)</script>\n| forged |\u202e\u200b';
const DIGEST = `sha256:${'a'.repeat(64)}` as const;

const finding: SiteFinding = {
  rule: 'site/artifact-digest',
  title: 'An artifact does not have the digest that the index announces',
  severity: 'critical',
  confidence: 'high',
  file: 'https://site.example/.well-known/agent-skills/tidy/SKILL.md',
  line: 1,
  column: 1,
  excerpt: 'sha256:bb… instead of sha256:aa…',
  why: 'It was changed after the index was written.',
  remedy: 'Publish the index again.',
  owasp: ['AST02'],
  status: 'fail',
  skill: 'tidy',
};

const answer = {
  url: 'https://site.example/x',
  redirects: 0,
  httpStatus: 200,
  contentType: 'application/json',
  bytes: 1204,
  failure: null,
};

export const fixtureSite: SiteReport = {
  format: 'assay/site-report@1',
  url: 'https://site.example',
  score: 61,
  verdict: 'fail',
  limits: DEFAULT_SOURCE_LIMITS,
  steps: [
    {
      id: 'discover-index',
      title: 'Discover Agent Skills index',
      weight: 15,
      status: 'warn',
      findings: [
        {
          ...finding,
          ...{ rule: 'site/index-legacy-path', title: HOSTILE, file: HOSTILE, excerpt: HOSTILE },
          ...{ severity: 'low', status: 'warn', skill: null, owasp: [] },
        },
      ],
      evidence: {
        paths: [
          { path: '/.well-known/agent-skills/index.json', ...answer, httpStatus: 404, contentType: null },
          { path: '/.well-known/skills/index.json', ...answer, redirects: 2 },
        ],
        selected: '/.well-known/skills/index.json',
      },
    },
    {
      id: 'validate-index-schema',
      title: 'Validate discovery index schema',
      weight: 20,
      status: 'pass',
      findings: [],
      evidence: { schemaUri: HOSTILE, skills: 3, validSkills: 2, unknownFields: 0 },
    },
    {
      id: 'validate-skill-entries',
      title: 'Validate skill entries',
      weight: 15,
      status: 'warn',
      findings: [],
      evidence: { invalid: 1, warned: 1, first: [{ index: 0, skill: HOSTILE, flaws: [HOSTILE] }] },
    },
    {
      id: 'verify-artifacts',
      title: 'Verify advertised artifacts',
      weight: 20,
      status: 'fail',
      findings: [finding],
      evidence: {
        artifacts: [
          {
            ...answer,
            ...{ skill: 'tidy', origin: 'same-origin', contentType: HOSTILE },
            ...{ advertisedDigest: DIGEST, actualDigest: `sha256:${'b'.repeat(64)}`, digestMatches: false },
          },
          {
            ...answer,
            ...{ skill: HOSTILE, origin: 'external', httpStatus: null, contentType: null, bytes: 0 },
            ...{
              failure: 'address-refused',
              advertisedDigest: DIGEST,
              actualDigest: null,
              digestMatches: null,
            },
          },
        ],
        notProcessed: 4,
      },
    },
    {
      id: 'validate-skill-content',
      title: 'Validate skill content',
      weight: 15,
      status: 'pass',
      findings: [],
      evidence: {
        skills: [
          {
            ...{ kind: 'skill-md', skill: 'tidy', frontmatterValid: true },
            ...{ bodyCharacters: 900, bodyLines: 30, missingCues: ['example', 'validation'] },
          },
        ],
      },
    },
    {
      id: 'security-review',
      title: 'Review skill artifact security',
      weight: 15,
      status: 'not-applicable',
      findings: [],
      evidence: null,
    },
  ],
};
