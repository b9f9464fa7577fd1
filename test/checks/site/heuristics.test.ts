import { describe, expect, test } from 'vitest';
import { descriptionFlaws } from '../../../src/checks/site/read-entry.ts';
import { bodyQuality } from '../../../src/checks/site/reading/body-quality.ts';
import { isActionable } from '../../../src/checks/site/reading/review-document.ts';

describe('a compatibility text', () => {
  test.each([
    'Requires Python 3.11+',
    'Claude Code',
    'git, docker, jq',
    'network access',
    'macOS',
    'Designed for Codex',
  ])('"%s" is actionable', (text) => {
    expect(isActionable(text)).toBe(true);
  });

  test.each([
    '',
    'any',
    'All agents.',
    'N/A',
    'Works with most tools',
    'universal',
    'compatible with everything',
  ])('"%s" is not actionable', (text) => {
    expect(isActionable(text)).toBe(false);
  });
});

describe('a description', () => {
  test.each<[string, number]>([
    ['Deploy and manage Workers projects. Use when the user mentions Workers.', 0],
    ['Deploy and manage Cloudflare Workers projects.', 1],
    ['Helps.', 3],
    ['表格整理工具。当用户需要整理表格时使用。', 0],
    ['Приводит таблицы в порядок по просьбе', 0],
  ])('"%s" has %i flaws', (text, flaws) => {
    expect(descriptionFlaws(text)).toHaveLength(flaws);
  });
});

describe('a body', () => {
  const cued = 'Steps:\n1. Read the input.\n```\nexample\n```\nVerify the output.\n';

  test('is thin below 200 characters', () => {
    const of = (length: number) => bodyQuality(cued.padEnd(length, '.')).flaws;
    expect(of(200)).toEqual([]);
    expect(of(199)).toEqual(['The body has 199 characters, fewer than 200']);
  });

  test('is large above 500 lines', () => {
    const of = (lines: number) => bodyQuality(cued + 'x\n'.repeat(lines - 6)).flaws;
    expect(of(500)).toEqual([]);
    expect(of(501)).toEqual(['The body has 501 lines, more than 500']);
  });

  test('is large above 5000 tokens', () => {
    expect(bodyQuality(`${cued}${'x'.repeat(20_000)}`).flaws).toEqual([
      expect.stringMatching(/tokens, more than 5000/),
    ]);
  });

  test.each<[string, string[]]>([
    ['x'.repeat(300), ['workflow', 'input-output', 'example', 'validation']],
    [cued.padEnd(300, '.'), []],
    [cued.replace('1. ', '').replace('Steps:', '').padEnd(300, '.'), ['workflow']],
    ['手順を一つずつ進める。'.repeat(40), []],
  ])('is searched for cues only in Latin script (%#)', (body, missing) => {
    expect(bodyQuality(body).missingCues).toEqual(missing);
  });

  test.each(['\n'.repeat(300_000), '#'.repeat(300_000), ' '.repeat(300_000), '1.'.repeat(150_000)])(
    'that is built to keep a pattern busy is still judged (%#)',
    (body) => {
      expect(bodyQuality(`a${body}a`).flaws.length).toBeGreaterThan(0);
    },
  );
});
