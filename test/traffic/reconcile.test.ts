import { expect, test } from 'vitest';
import { REQUEST_LABELS } from '../../src/contracts/side-requests.ts';
import type { ReportedCall, StreamReader } from '../../src/traffic/agent-account.ts';
import { reconcile, type WireCall } from '../../src/traffic/reconcile.ts';
import { modelCall } from '../fixtures/money.ts';

/** Two requests of 1,000 tokens in and 100 out. */
const modelCalls = [modelCall(), modelCall()];
const agreed = { inputTokens: 2000, outputTokens: 200 };

function reader(change: Partial<StreamReader> = {}): StreamReader {
  return { covers: REQUEST_LABELS, read: () => expect.unreachable(), ...change };
}

function wireCall(tool: string, id: string, label: WireCall['label'] = 'work'): WireCall {
  return { tool, id, label };
}

function remarksOn(
  calls: readonly ReportedCall[],
  toolCalls: readonly WireCall[],
  change: Partial<StreamReader> = {},
): string[] {
  return reconcile({ usage: agreed, calls }, { modelCalls, toolCalls }, reader(change)).remarks;
}

test.each([
  ['the same', agreed, []],
  ['off by one for each request', { inputTokens: 2002, outputTokens: 198 }, []],
  [
    'further off',
    { inputTokens: 2003, outputTokens: 100 },
    [
      'its own events say 2003 input tokens, and its requests took 2000',
      'its own events say 100 output tokens, and its requests took 200',
    ],
  ],
  ['not said', null, []],
])('tokens that are %s', (_, usage, remarks) => {
  const account = { usage, calls: [] };
  expect(reconcile(account, { modelCalls, toolCalls: [] }, reader())).toEqual({
    usage,
    toolCalls: 0,
    remarks,
  });
});

test('tokens that the wire does not know are no disagreement', () => {
  const wire = { modelCalls: [modelCall({}, { inputTokens: null })], toolCalls: [] };
  const said = { usage: { inputTokens: 7, outputTokens: 100 }, calls: [] };
  expect(reconcile(said, wire, reader()).remarks).toEqual([]);
});

test('requests that an agent does not report are not compared', () => {
  const wire = {
    modelCalls: [...modelCalls, modelCall({ label: 'side' })],
    toolCalls: [wireCall('bash', '1', 'sub-agent')],
  };
  expect(reconcile({ usage: agreed, calls: [] }, wire, reader({ covers: ['work'] })).remarks).toEqual([]);
  expect(reconcile({ usage: agreed, calls: [] }, wire, reader()).remarks).toHaveLength(3);
});

test('calls that an agent need not show may be shown', () => {
  const shows = ['work'] as const;
  const made = [wireCall('bash', '1'), wireCall('bash', '2', 'sub-agent')];
  const said = ['1', '2'].map((id) => ({ tool: 'bash', id }));
  expect(remarksOn(said, made, { shows })).toEqual([]);
  expect(remarksOn(said.slice(0, 1), made, { shows })).toEqual([]);
  expect(remarksOn(said.slice(1), made, { shows })).toEqual([
    'its own events lack calls of its model: bash (1)',
  ]);
});

test('each call that one of the two lacks is named by its id', () => {
  const said = [
    { tool: 'bash', id: '1' },
    { tool: 'bash', id: '3' },
  ];
  expect(remarksOn(said, [wireCall('bash', '1'), wireCall('bash', '2')])).toEqual([
    'its own events lack calls of its model: bash (2)',
    'its own events show calls that its model did not make: bash (3)',
  ]);
});

test('without ids the calls of each tool are counted', () => {
  const said = [{ tool: 'shell', id: null }];
  const made = [wireCall('bash', '1'), wireCall('bash', '2'), wireCall('plan', '3')];
  const nameOf = (tool: string) => (tool === 'bash' ? 'shell' : null);
  expect(remarksOn(said, made, { nameOf })).toEqual(['its own events lack calls of its model: shell']);
  expect(remarksOn([...said, ...said], made, { nameOf })).toEqual([]);
});

test('a remark is short, whatever was called', () => {
  const made = Array.from({ length: 1000 }, (_, index) => wireCall('x'.repeat(10_000), String(index)));
  const [remark = ''] = remarksOn([], made);
  expect(remark).toMatch(/… and 995 more$|and 995 more$/);
  expect(remark.length).toBeLessThan(1000);
});
