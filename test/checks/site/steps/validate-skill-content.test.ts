import { describe, test } from 'vitest';
import { CANONICAL_PATH } from '../../../../src/checks/site/reading/discovery.ts';
import {
  ARTIFACT,
  DESCRIPTION,
  entryFor,
  GOOD_SKILL,
  indexWith,
  markdown,
  type Page,
} from '../../../sources/site/well-known-site.ts';
import { type Case, expectOutcome } from '../expect-outcome.ts';

describe('step 5, a SKILL.md', () => {
  const withSkill = (skill: string): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(skill)]),
    [ARTIFACT]: markdown(skill),
  });
  const body = GOOD_SKILL.split('---').at(-1) ?? '';
  const fails: Case[] = [
    ['without frontmatter', withSkill(body), 'ppppfp', 85, ['5:fail:frontmatter-invalid']],
    [
      'whose frontmatter is unclosed',
      withSkill(GOOD_SKILL.replace('\n---\n\n#', '\n\n#')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid'],
    ],
    [
      'whose frontmatter is not YAML',
      withSkill(GOOD_SKILL.replace('name: tidy', 'name: "tidy')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid'],
    ],
    [
      'without a name',
      withSkill(GOOD_SKILL.replace('name: tidy\n', '')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid'],
    ],
    [
      'without a description',
      withSkill(GOOD_SKILL.replace(`description: ${DESCRIPTION}\n`, '')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid'],
    ],
    [
      'with a bare colon in a value',
      withSkill(GOOD_SKILL.replace('Tidies', 'Note: tidies')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid', '5:warn:entry-differs'],
    ],
  ];
  test.each(fails)('%s fails', (...one) => expectOutcome(one));

  const warns: Case[] = [
    [
      'with a different name',
      withSkill(GOOD_SKILL.replace('name: tidy', 'name: neat')),
      'ppppwp',
      93,
      ['5:warn:entry-differs'],
    ],
    [
      'with a different description',
      withSkill(GOOD_SKILL.replace('Tidies', 'Sorts')),
      'ppppwp',
      93,
      ['5:warn:entry-differs'],
    ],
    [
      'that is too short',
      withSkill(GOOD_SKILL.replace(body, '\nDo it well.\n')),
      'ppppwp',
      93,
      ['5:warn:body-quality'],
    ],
    [
      'that is far too long',
      withSkill(GOOD_SKILL + 'More lines.\n'.repeat(500)),
      'ppppwp',
      93,
      ['5:warn:body-quality'],
    ],
    [
      'without an example',
      withSkill(GOOD_SKILL.replaceAll(/example|```/gi, 'case')),
      'ppppwp',
      93,
      ['5:warn:body-quality'],
    ],
    [
      'whose compatibility says nothing',
      withSkill(GOOD_SKILL.replace('name:', 'compatibility: Works with any agent.\nname:')),
      'ppppwp',
      93,
      ['5:warn:compatibility-vague'],
    ],
    [
      'whose compatibility says something',
      withSkill(GOOD_SKILL.replace('name:', 'compatibility: Needs Python 3.11 and network access\nname:')),
      'pppppp',
      100,
      [],
    ],
  ];
  test.each(warns)('%s', (...one) => expectOutcome(one));
});
