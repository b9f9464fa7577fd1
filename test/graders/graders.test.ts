import { expect, test } from 'vitest';
import type { GraderSpec } from '../../src/contracts/grader-spec.ts';
import { copyOfFiles } from '../../src/graders/workspace-copy.ts';
import { localEngine } from '../fakes/local-sandbox.ts';
import { PATIENCE_SECONDS } from '../fixtures/patience.ts';
import { textFile } from '../sandbox/engine/conformance.ts';
import { filesOf, verdictsOn } from './grading.ts';

const WORKSPACE = await copyOfFiles([textFile('/workspace/out/a.txt', 'one\n')]);

const command = (title: string, text: string): GraderSpec => ({
  ...{ kind: 'command-exit', title, command: text, exitCode: 0, timeoutSeconds: PATIENCE_SECONDS },
});

test('each grader has a verdict under its title, and sees nothing that an earlier one left', async () => {
  const graders: GraderSpec[] = [
    command('it changes', 'echo changed >out/a.txt'),
    command('it stays', 'cmp out/a.txt /grade/same.txt'),
    { kind: 'file-content', title: 'it is read', path: 'out/a.txt', equals: 'changed\n' },
  ];
  let opened = 0;
  const engine = localEngine();
  const counting = {
    ...engine,
    create: (...asked: Parameters<typeof engine.create>) => {
      opened += 1;
      return engine.create(...asked);
    },
  };
  const verdicts = await verdictsOn(
    WORKSPACE,
    { graders, grade: filesOf({ 'same.txt': 'one\n' }) },
    counting,
  );
  expect(verdicts).toMatchObject([
    { title: 'it changes', passed: true },
    { title: 'it stays', passed: true },
    { title: 'it is read', passed: false },
  ]);
  expect(opened).toBe(2);
});
