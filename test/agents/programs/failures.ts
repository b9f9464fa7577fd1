import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Limits } from '../../../src/contracts/limits.ts';

type Failure = {
  turns: object[];
  /** Why the trial failed, in the same words for every agent. */
  reason: RegExp;
  limits?: Partial<Limits>;
};

const WORK = { call: [{ tool: 'bash', input: { command: 'echo hello >greeting.txt' } }] };
const REFUSAL = { say: 'I must not do that.', fault: 'refusal' };
const REFUSED = /^refused: .*: I must not do that\.$/;
const NOT_TO_BLAME =
  /^provider-error: .*: The provider answers again, now that the agent program is gone: .*(Scripted|broke off)/;

/** The model works once and then only fails: an agent may ask again, and gets the same answer. */
function afterWork(...turns: [object, ...object[]]): object[] {
  return [WORK, ...turns, ...Array.from({ length: 8 }, () => turns.at(-1) ?? {})];
}

/** What can end an agent early, by the name of its task. */
export const FAILURES = {
  killed: {
    turns: afterWork({ call: [{ tool: 'bash', input: { command: 'kill -9 -1' } }] }),
    reason: /^the agent crashed: It ended with exit code 137/,
  },
  unauthorized: { turns: afterWork({ fault: 'unauthorized' }), reason: NOT_TO_BLAME },
  'rate-limit': { turns: afterWork({ fault: 'rate-limit' }), reason: NOT_TO_BLAME },
  'server-error': { turns: afterWork({ fault: 'server-error' }), reason: NOT_TO_BLAME },
  'cut-stream': {
    turns: afterWork({ say: 'I begin with the first of all words.', fault: 'cut-stream' }),
    reason: NOT_TO_BLAME,
  },
  'malformed-call-and-refusal': {
    turns: afterWork({ ...WORK, fault: 'malformed-call' }, REFUSAL),
    reason: REFUSED,
  },
  'malformed-call': {
    turns: afterWork({ ...WORK, fault: 'malformed-call' }),
    reason: /^malformed-answer: an answer of the model could not be read/,
  },
  refusal: { turns: afterWork(REFUSAL), reason: REFUSED },
  'context-overflow': { turns: afterWork({ fault: 'context-overflow' }), reason: /^context-limit: / },
  hang: {
    turns: [{ fault: 'hang' }],
    reason: /^timeout: the time limit was reached (while the agent waited for|before it had asked) its model/,
    limits: { maxSeconds: 3 },
  },
  'few-requests': {
    turns: [WORK, WORK, WORK],
    reason: /^budget: the trial's budget of 2 requests was used up$/,
    limits: { maxRequests: 2 },
  },
} as const satisfies Record<string, Failure>;

export type FailureId = keyof typeof FAILURES;

const EACH = [
  ...['killed', 'unauthorized', 'rate-limit', 'server-error', 'cut-stream'],
  ...['context-overflow', 'hang', 'few-requests'],
] as const;

/** What each program meets in its own way. */
export const ALL = [...EACH, 'malformed-call-and-refusal'] as const satisfies FailureId[];

/** The same for a program that does not tell its model of a malformed call, and gives up. */
export const WITHOUT_REPAIR = [...EACH, 'malformed-call', 'refusal'] as const satisfies FailureId[];

const BY_ID: ReadonlyMap<string, Failure> = new Map(Object.entries(FAILURES));

export function limitsOf(id: string): Partial<Limits> {
  return BY_ID.get(id)?.limits ?? {};
}

const SKILL = `---
name: greeter
description: Greets.
---
# Greeter

Write hello into the file greeting.txt, and nothing else.
`;

function filesOf([id, { turns }]: [string, Failure]): [string, string][] {
  const task = {
    ...{ id, level: 'common', objective: 'The greeting is written.', prompt: 'Write a greeting.' },
    expected: 'greeting.txt greets.',
    graders: [{ kind: 'file-content', title: 'It greets', path: 'greeting.txt', matches: 'hello' }],
  };
  return [
    [`${id}/task.yaml`, JSON.stringify(task)],
    [`${id}/solution/solve.sh`, 'echo hello >greeting.txt\n'],
    [`${id}/script.yaml`, JSON.stringify({ arms: { baseline: turns, 'with-skill': turns } })],
  ];
}

/** A suite whose tasks end in these failures; returns its folder. */
export function failingSuite(folder: string): string {
  const suite = join(folder, 'failing');
  const about = JSON.stringify({
    id: 'failing',
    title: 'Failures',
    description: 'What ends an agent early.',
  });
  const files = [
    ['suite.yaml', about],
    ['skill/SKILL.md', SKILL],
    ...Object.entries(FAILURES).flatMap(filesOf),
  ] as const;
  for (const [path, content] of files) {
    mkdirSync(dirname(join(suite, path)), { recursive: true });
    writeFileSync(join(suite, path), content);
  }
  return suite;
}
