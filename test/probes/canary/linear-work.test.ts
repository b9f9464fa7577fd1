import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCounting } from '../../checks/count-work.ts';

const workOf = await startCounting();
const { CanarySearcher } = await import('../../../src/probes/canary/canary-searcher.ts');
const { SearchBudget } = await import('../../../src/probes/canary/search-budget.ts');

const { outputsOf } = await import('../../../src/probes/canary/outputs.ts');

const BYTES = 40_000;
const NOISE = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
  Buffer.alloc(4 * BYTES),
);

function escaped(prefix: string): string {
  return [...NOISE].map((byte) => prefix + byte.toString(16).padStart(2, '0')).join('');
}

const SHAPES: Record<string, string> = {
  hexadecimal: NOISE.toString('hex'),
  'hexadecimal with colons': NOISE.toString('hex').replaceAll(/../g, '$&:'),
  Base64: NOISE.toString('base64'),
  prose: 'The quick brown Fox jumps over 3 lazy dogs, again and again. '.repeat(4000),
  'decimal numbers': [...NOISE].join(', '),
  'items of lists': escaped(', 0x'),
  'escapes in one word': escaped('\\x'),
  'escapes in many words': escaped(' is&so\\x'),
  'octal digits': '\\0141'.repeat(BYTES),
  'leading zeros': `0x&#x&#${'0'.repeat(4 * BYTES)}`,
  'quotes and spaces': `" ${' '.repeat(60)}`.repeat(4000),
  'lines of dumps': '0000: 00 11 22 33 44 55\n'.repeat(8000),
  'a line without an end': `0000: ${'00 11  '.repeat(BYTES)}`,
};

test.each(Object.entries(SHAPES))(
  'four times as much of %s takes at most about four times the work',
  async (_, shape) => {
    const searchOf = (length: number) => () => {
      const searcher = new CanarySearcher(
        [{ name: 'key', value: 'ak-9f86d081884c7d659a2feaa0c55ad015' }],
        new SearchBudget(),
      );
      searcher.search({ place: '/f', path: '/f', bytes: Buffer.from(shape.slice(0, length)), form: 'bytes' });
      expect(searcher.result.unsearched).toEqual([]);
    };
    const small = await workOf(searchOf(BYTES));
    const large = await workOf(searchOf(4 * BYTES));
    expect(small).toBeGreaterThan(1000);
    expect(large / small).toBeLessThan(4.8);
  },
);

test.each([
  ['of one tool', () => 'bash'],
  ['of as many tools', (index: number) => `tool-${index}`],
])(
  'collecting what four times as many calls %s put out takes at most four times the work',
  async (_, toolOf) => {
    const collecting = (count: number) => () => {
      const events = Array.from({ length: count }, (_, index) => ({
        ...{ kind: 'tool-call' as const, atMs: 0, id: `${index}`, tool: toolOf(index) },
        input: { command: 'true' },
      }));
      const tree = { created: [], changed: [], deleted: [] };
      const contents = { ofFile: () => null, ofAttributes: () => null, isKnown: () => false };
      expect([
        ...outputsOf({ transcript: { events }, tree, decoyCalls: [], egress: [] }, contents, ['x']),
      ]).not.toEqual([]);
    };
    const small = await workOf(collecting(1000));
    const large = await workOf(collecting(4000));
    expect(large / small).toBeLessThan(4.8);
  },
);
