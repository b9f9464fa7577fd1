import { expect, test } from 'vitest';
import { Task } from '../../../src/contracts/task.ts';
import { textFile } from '../../../src/foreign/drafting/file-text.ts';
import { rewardVerifier } from '../../../src/foreign/harbor-export/reward-verifier.ts';
import { textsOfFiles } from '../imported.ts';

const SCRIPT = '#!/bin/bash\necho 1 > /logs/verifier/reward.txt\n';

function verifierOf(change: object, { script = SCRIPT, others = 0 } = {}) {
  const grader = { kind: 'reward', title: 'It is right', command: 'bash /grade/test.sh' };
  const task = Task.parse({
    ...{ id: 'one', level: 'edge', objective: 'One', prompt: 'Do one.', expected: 'One' },
    graders: Array.from({ length: 1 + others }, () => ({ ...grader, ...change })),
  });
  const found = rewardVerifier(task, [textFile('test.sh', script), textFile('it.py', 'pass\n')]);
  return found === null ? null : { ...found, files: textsOfFiles(found.files) };
}

test("the script of a verifier goes over as it is, with its time, its variables and the grader's claim", () => {
  const command = "env A='b c' NAME='it'\\''s' bash /grade/test.sh";
  expect(verifierOf({ command, timeoutSeconds: 45, threshold: 0.5, metric: 'share' })).toEqual({
    files: { 'test.sh': SCRIPT, 'it.py': 'pass\n' },
    seconds: 45,
    variables: { A: 'b c', NAME: "it's" },
    metadata: { assay_reward: { title: 'It is right', threshold: 0.5, metric: 'share' } },
  });
});

test.each(['python3 /grade/it.py', 'as-agent ./it'])('a script that says %j finds it in Harbor', (line) => {
  const script = verifierOf({}, { script: `#!/bin/bash\n${line}\n` })?.files['test.sh'];
  expect(script).toMatch(/^#!\/bin\/bash\n\[ -e \/grade \].*\n.*as-agent\(\).*\n/);
  expect(script?.endsWith(`\n${line}\n`)).toBe(true);
});

test.each([
  ['has another command', { command: 'bash /grade/test.sh --fast' }, {}],
  ['has a variable that Harbor would fill in', { command: "env A='$\u{7b}B}' bash /grade/test.sh" }, {}],
  ['is not the only grader', {}, { others: 1 }],
  ['has no script', {}, { script: '' }],
])('a verifier that %s is none of its own', (_, change, given) => {
  expect(verifierOf(change, given)).toBeNull();
});
