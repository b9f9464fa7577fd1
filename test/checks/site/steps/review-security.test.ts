import { describe, expect, test } from 'vitest';
import { CANONICAL_PATH } from '../../../../src/checks/site/reading/discovery.ts';
import {
  ARTIFACT,
  entryFor,
  GOOD_SKILL,
  goodSite,
  indexWith,
  markdown,
  type Page,
} from '../../../sources/site/well-known-site.ts';
import { checkASite } from '../check-a-site.ts';
import { type Case, expectOutcome } from '../expect-outcome.ts';

describe('step 6, a skill', () => {
  const withSkill = (skill: string): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(skill)]),
    [ARTIFACT]: markdown(skill),
  });
  const cases: Case[] = [
    [
      'that links to another site',
      withSkill(`${GOOD_SKILL}\nSee https://docs.example.com/x for more.\n`),
      'pppppw',
      93,
      ['6:warn:external-urls'],
    ],
    [
      'that may change files',
      withSkill(GOOD_SKILL.replace('name:', 'allowed-tools: Read Write Bash(git status:*)\nname:')),
      'pppppw',
      93,
      ['6:warn:tool-grants'],
    ],
    [
      'that mentions hooks',
      withSkill(`${GOOD_SKILL}\nInstall the PreToolUse hook.\n`),
      'pppppw',
      93,
      ['6:warn:hooks'],
    ],
  ];
  test.each(cases)('%s is a warning', (...one) => expectOutcome(one));

  test('that links to its own site passes', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const skill = `${GOOD_SKILL}\nSee http://docs.site.localhost/x.\n`;
    const { origin } = await goodSite(withSkill(skill));
    expect((await checkASite(origin.replace('127.0.0.1', 'site.localhost'), { resolve })).steps).toBe(
      'pppppp',
    );
  });
});
