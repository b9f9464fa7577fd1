import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { GraderSpec } from '../../../src/contracts/grader-spec.ts';
import { graderCommand } from '../../../src/foreign/harbor-export/grader-command.ts';
import { judgeGroup } from '../../../src/graders/judge-group.ts';

const TITLES = ['first', 'second', 'third'];

function group(limits: object) {
  const spec = GraderSpec.parse({
    ...{ kind: 'group', title: 'Enough is right', ...limits },
    graders: TITLES.map((title) => ({ kind: 'command-exit', title, command: `[[ $PASSING = *${title}* ]]` })),
  });
  return spec.kind === 'group' ? spec : expect.fail('it is a group');
}

test.each([{ atLeast: 2 }, { threshold: 0.3, weights: [0.1, 0.2, 0.7] }])(
  'the command that Harbor gets for a group with %j passes as the group does, whatever its members do',
  (limits) => {
    const spec = group(limits);
    const subsets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => TITLES.filter((_, index) => bits & (1 << index)));
    const expected = subsets.map((passing) => {
      const members = TITLES.map((title) => ({
        verdict: { title, passed: passing.includes(title), detail: '', difference: null },
        whyBroken: () => null,
      }));
      return judgeGroup(spec, members).verdict.passed;
    });
    const found = subsets.map((passing) => {
      const env = { PATH: process.env['PATH'], PASSING: passing.join(' ') };
      return spawnSync('bash', ['-c', graderCommand(spec) ?? ''], { env }).status === 0;
    });
    expect(found).toEqual(expected);
  },
);
