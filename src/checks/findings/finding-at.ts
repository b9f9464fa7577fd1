import type { Position } from '../../base/yaml-tree.ts';
import { lineAt, type TextFile } from '../skill/text-file.ts';
import type { RawFinding } from './rule.ts';

export type FindingClaim = Pick<RawFinding, 'rule' | 'title' | 'confidence'>;

/** A finding in a file, with its line as the excerpt. */
export function findingAt(file: TextFile, at: Position, claim: FindingClaim): RawFinding {
  return { ...claim, file: file.path, ...at, excerpt: lineFrom(lineAt(file, at.line), at.column) };
}

const SHOWN_BEFORE = 40;

/**
 * Shows a long line from shortly before the column. The cut is at a space, because the redaction does not
 * recognise half a secret.
 */
function lineFrom(line: string, column: number): string {
  if (column <= 3 * SHOWN_BEFORE) return line;
  return line.slice(line.lastIndexOf(' ', column - 1 - SHOWN_BEFORE) + 1);
}
