import { expect, test } from 'vitest';
import { reportSource, type SourceFinding } from '../../src/checks/report-source.ts';
import type { ReadSkill } from '../../src/checks/skill/read-skill.ts';
import { CheckReport } from '../../src/contracts/check-report.ts';
import type { SkillFolder } from '../../src/contracts/skill.ts';
import { findingOf } from './report-of.ts';
import { OK, skillWith } from './skill-folder.ts';

const skillAt = (path: string) => ({ path, folder: skillWith(OK) });

const layout = (path: string | null = null, file = '.'): SourceFinding => ({
  path,
  finding: findingOf({ rule: 'source/layout', severity: 'low', file }),
});
const broken = (path: string | null, file: string): SourceFinding => ({
  path,
  finding: findingOf({ rule: 'source/link-unsafe', severity: 'critical', file }),
});

function report(paths: readonly string[], findings: readonly SourceFinding[]): CheckReport[] {
  const reports = [...reportSource('a.zip', { skills: paths.map(skillAt), findings }, {})];
  return reports.map((one) => CheckReport.parse(one));
}

/** As `name path verdict: rule file, …`. */
function summary(paths: readonly string[], findings: readonly SourceFinding[]): string[] {
  return report(paths, findings).map(({ name, path, verdict, findings: found }) => {
    const listed = found.map(({ rule, file }) => `${rule} ${file}`).join(', ');
    return `${name} ${path} ${verdict}: ${listed}`;
  });
}

test('each skill has a report with its path in the source', () => {
  expect(summary(['a', 'b'], [])).toEqual(['my-skill a pass: ', 'my-skill b pass: ']);
});

test('findings made while loading a skill are in its report, with paths relative to the skill', () => {
  expect(summary(['a', 'b'], [layout('b', 'b'), layout('a', 'a/sub/x'), layout('a', 'ab')])).toEqual([
    'my-skill a warn: source/layout ab, source/layout sub/x',
    'my-skill b warn: source/layout .',
  ]);
});

test('findings about a source with several skills get a report of their own', () => {
  expect(summary(['a', 'b'], [layout()])).toEqual([
    'my-skill a pass: ',
    'my-skill b pass: ',
    'a.zip . warn: source/layout .',
  ]);
});

test('findings about a source with one skill are in the report of the skill', () => {
  expect(summary(['a'], [layout()])).toEqual(['my-skill a warn: source/layout .']);
  expect(summary(['.'], [layout(null, 'x')])).toEqual(['my-skill . warn: source/layout x']);
});

test('a skill that could not be loaded is reported beside the others, under the name of its folder', () => {
  expect(summary(['skills/a'], [broken('skills/b', 'skills/b/link')])).toEqual([
    'my-skill skills/a pass: ',
    'b skills/b error: source/link-unsafe link',
  ]);
});

test('a source without any loadable skill has no verdict', () => {
  const [only] = report([], [broken('.', 'link')]);
  expect(only).toMatchObject({ name: 'a.zip', digest: null, spec: { valid: false }, verdict: 'error' });
  expect(report([], [broken(null, '.')])).toMatchObject([{ path: '.', verdict: 'error' }]);
  expect(report([], [])).toMatchObject([{ findings: [], spec: { valid: false }, verdict: 'error' }]);
});

test('an unreadable skill does not cost the others their reports', () => {
  const unreadable: SkillFolder = {
    ...skillWith(OK),
    get files(): never {
      throw new Error('out of order');
    },
  };
  const skills = [skillAt('a'), { path: 'b', folder: unreadable }, skillAt('c')];
  const reports = [...reportSource('a.zip', { skills, findings: [] }, {})];
  expect(reports.map(({ path, verdict }) => [path, verdict])).toEqual([
    ['a', 'pass'],
    ['b', 'error'],
    ['c', 'pass'],
  ]);
  expect(reports[1]?.findings).toMatchObject([{ rule: 'check/not-loaded', excerpt: 'out of order' }]);
});

test('a source has no verdict if some of its skills were skipped', () => {
  const more = findingOf({ rule: 'source/too-many-skills', severity: 'medium', file: '.' });
  expect(summary(['a'], [{ path: null, finding: more }])).toEqual([
    'my-skill a pass: ',
    'a.zip . error: source/too-many-skills .',
  ]);
});

test('a skill is checked only when its report is requested', () => {
  const looked: string[] = [];
  const checks = [
    {
      rules: [],
      check({ folder }: ReadSkill) {
        looked.push(folder.source);
        return [];
      },
    },
  ];
  const reports = reportSource('a.zip', { skills: ['a', 'b'].map(skillAt), findings: [] }, { checks });
  reports.next();
  expect(looked).toHaveLength(1);
});
