import { describe, expect, test } from 'vitest';
import { readVote } from '../../../src/graders/rubric/read-vote.ts';

const VOTE = JSON.stringify({ verdicts: [{ criterion: 1, verdict: 'met', quote: 'Kind regards' }] });
const READ = { given: [{ verdict: 'met', quote: 'Kind regards' }] };
const MANY_LINES = '\n'.repeat(60_000);

describe('a vote is read', () => {
  test.each([
    ['as it is', VOTE],
    ['in a fence', `\`\`\`\n${VOTE}\n\`\`\``],
    ['in a fence that names the language', ` \`\`\`json \r\n${VOTE}\r\n \`\`\`\n`],
    ['in a fence that many empty lines follow', `\`\`\`json\n${VOTE}\n\`\`\`${MANY_LINES}`],
    ['in a fence that many empty lines fill', `\`\`\`${MANY_LINES}${VOTE}\n\`\`\``],
  ])('%s', (_, text) => {
    expect(readVote(text, 1)).toEqual(READ);
  });
});

describe('an answer is no vote', () => {
  const noJson = { problem: 'the answer is not the JSON that was asked for' };
  test.each([
    ['if its fence does not end, whatever number of lines it has', `\`\`\`${MANY_LINES}x`, noJson],
    ['if its fence has another language', `\`\`\`yaml\n${VOTE}\n\`\`\``, noJson],
    ['if it is nothing but the mark of a fence', '```', noJson],
    ['if text stands before the fence', `Gladly:\n\`\`\`\n${VOTE}\n\`\`\``, noJson],
    ['if it is much longer than any vote', VOTE + ' '.repeat(100_000), { problem: 'the answer is too long' }],
  ])('%s', (_, text, problem) => {
    expect(readVote(text, 1)).toEqual(problem);
  });
});
