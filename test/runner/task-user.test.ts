import { describe, expect, test } from 'vitest';
import type { TranscriptEvent } from '../../src/contracts/transcript.ts';
import { TaskUser } from '../../src/runner/task-user.ts';
import type { PlannedTurn } from '../../src/runner/trial-setup.ts';

const EMPTY = { entries: [], contents: new Map(), attributes: new Map(), isComplete: true, absent: [] };
const turn = (say: string, when?: string): PlannedTurn => ({
  say,
  files: [],
  ...(when === undefined ? {} : { when }),
});

function answered(...answers: string[]) {
  const events = answers.map(
    (text): TranscriptEvent => ({
      ...{ kind: 'assistant', atMs: 0, text },
      usage: { inputTokens: null, outputTokens: null },
    }),
  );
  return { transcript: { events }, waitsForTool: false, hasAnswered: true };
}

/** A user whose agent answers like this, turn by turn. */
function userOf(
  turns: readonly PlannedTurn[],
  given: readonly ReturnType<typeof answered>[],
  isOver = false,
) {
  const coming = [...given];
  const done: string[] = [];
  const user = new TaskUser(turns, {
    sandbox: {
      stopProcesses: async () => void done.push('stop'),
      putFiles: async (files) => void done.push(...files.map(({ path }) => `put ${path}`)),
      readTree: async () => EMPTY,
    },
    session: {
      betweenTurns: (work) => work(),
      sinceStartMs: () => 10 * done.length,
    },
    isOver: () => isOver,
    readSoFar: async (said) => {
      done.push(`read ${said.length}`);
      return coming.shift() ?? expect.unreachable();
    },
  });
  return { user, done };
}

async function conversation(turns: readonly PlannedTurn[], answers: readonly string[]) {
  const { user } = userOf(
    turns,
    answers.map((answer) => answered(answer)),
  );
  const said: string[] = [];
  for (let next = await user.next(); next !== null; next = await user.next()) said.push(next);
  return said;
}

describe('the user', () => {
  test.each([
    ['says each turn without a condition', [turn('A'), turn('B')], ['x', 'y'], ['A', 'B']],
    ['skips a turn that does not apply', [turn('A', 'region'), turn('B')], ['Done.'], ['B']],
    [
      'does not come back to a skipped turn',
      [turn('A', 'region'), turn('B')],
      ['Done.', 'Which region?'],
      ['B'],
    ],
    ['stops once no turn applies', [turn('A', 'which region'), turn('B', 'format')], ['Done.'], []],
    [
      'answers what was asked',
      [turn('A', 'format'), turn('B', 'region'), turn('C')],
      ['Which region?', 'Done.'],
      ['B', 'C'],
    ],
    ['says nothing without turns', [], [], []],
  ])('%s', async (_what, turns, answers, said) => {
    expect(await conversation(turns, answers)).toEqual(said);
  });

  test('reads the answer once nothing of the agent runs, and brings files before speaking', async () => {
    const files = [{ path: '/workspace/late.csv', content: new Uint8Array(), executable: false }];
    const { user, done } = userOf([{ say: 'Look.', files }], [answered('x')]);
    expect(await user.next()).toBe('Look.');
    expect(done).toEqual(['stop', 'read 0', 'put /workspace/late.csv']);
    expect(user.said).toEqual([{ text: 'Look.', atMs: 30 }]);
    expect(await user.next()).toBeNull();
  });

  test('says nothing more once a limit is reached', async () => {
    const { user, done } = userOf([turn('A')], [answered('x')], true);
    expect(await user.next()).toBeNull();
    expect(done).toEqual([]);
  });

  test('takes the same turn for several answers that lead to it', async () => {
    const { user } = userOf([turn('A', 'region'), turn('B')], [answered('Done.', 'All done.')]);
    expect(await user.next()).toBe('B');
  });

  test.each([[[turn('A', 'region'), turn('B')]], [[turn('A', 'region')]]])(
    'is not led by what another process was told: that ends the attempt',
    async (turns) => {
      const { user } = userOf(turns, [answered('Done.', 'Which region?')]);
      await expect(user.next()).rejects.toMatchObject({ code: 'AGENT_CRASHED' });
      expect(user.said).toEqual([]);
    },
  );

  test.each([
    ['whose model waits for a tool', { ...answered('x'), waitsForTool: true }, /waited for the result/],
    ['that has not answered', { ...answered(), hasAnswered: false }, /without an answer/],
  ])('does not speak to an agent %s', async (_what, given, problem) => {
    const { user } = userOf([turn('A')], [given]);
    await expect(user.next()).rejects.toThrow(problem);
  });

  test('takes an empty answer for one', async () => {
    const { user } = userOf([turn('A', 'x'), turn('B')], [answered('')]);
    expect(await user.next()).toBe('B');
  });
});
