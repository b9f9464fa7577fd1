import type { RewardFiles } from '../contracts/reward.ts';

type Reward = { name: string; value: number };
type Fault = { fault: string };
/** What a file says, whether or not it is a number. */
type Entry = readonly [name: string, value: unknown];

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The numbers that have to reach the threshold, at least one: a metric of `reward.json`, or else `reward.txt`, or else
 * what `reward.json` holds. Harbor reads the text first, too.
 */
export function rewardsIn(files: RewardFiles, metric: string | undefined): { rewards: Reward[] } | Fault {
  const entries = entriesOf(files, metric);
  if ('fault' in entries) return entries;
  const rewards: Reward[] = [];
  for (const [name, value] of entries) {
    // JSON can hold a number such as 1e999, which no threshold is meant for.
    if (typeof value !== 'number' || !Number.isFinite(value))
      return { fault: `${name} is not a number: ${shown(value)}` };
    rewards.push({ name, value });
  }
  return { rewards };
}

function entriesOf(files: RewardFiles, metric: string | undefined): Entry[] | Fault {
  const { 'reward.txt': text, 'reward.json': json } = files;
  if (text !== null && metric === undefined) return entryOf(text.trim());
  if (json !== null) return entriesIn(json, metric);
  return { fault: `no ${metric === undefined ? 'reward.txt or ' : ''}reward.json was written` };
}

function entryOf(line: string): Entry[] | Fault {
  if (/[\r\n]/.test(line)) return { fault: 'reward.txt has several lines' };
  return [['reward.txt', DECIMAL.test(line) ? Number(line) : line]];
}

function entriesIn(json: string, metric: string | undefined): Entry[] | Fault {
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'reward.json is not a JSON object' };
  const entries = Object.entries(value);
  const one = metric ?? 'reward';
  const named = entries.filter(([name]) => name === one);
  if (named.length > 0) return named;
  if (metric !== undefined) return { fault: `reward.json has no ${metric}` };
  return entries.length > 0 ? entries : { fault: 'reward.json is empty' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is no object either.
    return undefined;
  }
}

const MAX_SHOWN = 60;

function shown(value: unknown): string {
  const text = typeof value === 'number' ? `${value}` : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
