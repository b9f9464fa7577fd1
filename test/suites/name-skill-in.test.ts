import { expect, test } from 'vitest';
import { Script } from '../../src/contracts/script.ts';
import { nameSkillIn } from '../../src/suites/name-skill-in.ts';

const script = Script.parse({
  arms: {
    baseline: [{ say: 'Looking.' }],
    'with-skill': [
      {
        say: 'Loading {{skill}}.',
        call: [
          { tool: 'skill', input: { name: '{{skill}}' } },
          { tool: 'bash', input: { command: 'cat /skills/{{skill}}/SKILL.md # {{skill}}' } },
        ],
      },
    ],
  },
});

test.each(['greeter', 'quo"te\\ and $& {{skill}}'])(
  'a script contains the name %s wherever it refers to its skill',
  (name) => {
    expect(nameSkillIn(script, name)).toEqual({
      latencyMs: 0,
      arms: {
        baseline: [{ say: 'Looking.', call: [] }],
        'with-skill': [
          {
            say: `Loading ${name}.`,
            call: [
              { tool: 'skill', input: { name } },
              { tool: 'bash', input: { command: `cat /skills/${name}/SKILL.md # ${name}` } },
            ],
          },
        ],
      },
    });
  },
);
