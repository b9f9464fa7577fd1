import { expect, test } from 'vitest';
import { rewardsIn } from '../../src/graders/rewards-in.ts';

type Written = { text?: string; json?: string; metric?: string };

function read({ text, json, metric }: Written) {
  const found = rewardsIn({ 'reward.txt': text ?? null, 'reward.json': json ?? null }, metric);
  return 'fault' in found ? found.fault : found.rewards.map(({ name, value }) => `${name} ${value}`);
}

const NUMBERS: [string, Written, string[]][] = [
  ['a number and a line break', { text: '1\n' }, ['reward.txt 1']],
  ['a fraction', { text: ' 0.75' }, ['reward.txt 0.75']],
  ['a power of ten', { text: '-2.5e-1' }, ['reward.txt -0.25']],
  ['the text, beside an object', { text: '1', json: '{"reward":0}' }, ['reward.txt 1']],
  ['the reward of an object', { json: '{"reward":0.5,"speed":"fast"}' }, ['reward 0.5']],
  ['all metrics of an object without a reward', { json: '{"a":1,"b":0}' }, ['a 1', 'b 0']],
  ['the metric that is asked for', { text: '0', json: '{"reward":0,"b":1}', metric: 'b' }, ['b 1']],
];

test.each(NUMBERS)('the reward is %s', (_, written, rewards) => {
  expect(read(written)).toEqual(rewards);
});

const FAULTS: [string, Written, string][] = [
  ['nothing', {}, 'no reward.txt or reward.json was written'],
  ['no metrics', { text: '1', metric: 'a' }, 'no reward.json was written'],
  ['an empty text', { text: ' \n' }, 'reward.txt is not a number: ""'],
  ['a word', { text: 'pass' }, 'reward.txt is not a number: "pass"'],
  ['NaN', { text: 'nan' }, 'reward.txt is not a number: "nan"'],
  ['an infinite number', { text: 'Infinity' }, 'reward.txt is not a number: "Infinity"'],
  ['too large a number', { text: '1e999' }, 'reward.txt is not a number: Infinity'],
  ['a number of another base', { text: '0x1' }, 'reward.txt is not a number: "0x1"'],
  ['several numbers', { text: '1\n1\n' }, 'reward.txt has several lines'],
  ['several numbers with old line ends', { text: '1\r1' }, 'reward.txt has several lines'],
  ['two numbers in a line', { text: '1 1' }, 'reward.txt is not a number: "1 1"'],
  ['a long text', { text: '9'.repeat(100_000) }, 'reward.txt is not a number: Infinity'],
  ['no JSON', { json: '{"reward": NaN}' }, 'reward.json is not a JSON object'],
  ['JSON that is nested too deeply', { json: '['.repeat(60_000) }, 'reward.json is not a JSON object'],
  ['a number as JSON', { json: '1' }, 'reward.json is not a JSON object'],
  ['a list', { json: '[1]' }, 'reward.json is not a JSON object'],
  ['an empty object', { json: '{}' }, 'reward.json is empty'],
  ['a text in an object', { json: '{"reward":"1"}' }, 'reward is not a number: "1"'],
  ['a truth in an object', { json: '{"a":1,"b":true}' }, 'b is not a number: true'],
  ['an infinite number in an object', { json: '{"reward":1e999}' }, 'reward is not a number: Infinity'],
  ['an object without the metric', { json: '{"reward":1}', metric: 'b' }, 'reward.json has no b'],
  ['an inherited name', { json: '{"reward":1}', metric: 'constructor' }, 'reward.json has no constructor'],
];

test.each(FAULTS)('%s is no reward', (_, written, fault) => {
  expect(read(written)).toBe(fault);
});
