import type { Command } from 'commander';
import { scoreFile } from '../../app/score-file.ts';
import { renderScores } from '../../report/terminal/render-scores.ts';
import type { ScoringOptions } from '../common-options.ts';
import { print, printJson, terminalOptions } from '../terminal/print.ts';

export function score(file: string, command: Command): void {
  const { json, ...overrides } = command.opts<ScoringOptions & { json?: boolean }>();
  const scores = scoreFile(file, overrides);
  if (json) printJson(scores);
  else print(renderScores(scores, terminalOptions()));
}
