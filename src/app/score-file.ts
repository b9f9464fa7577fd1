import { readFileSync } from 'node:fs';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { parseYaml } from '../base/parse-yaml.ts';
import { DEFAULT_PARAMETERS } from '../contracts/parameters.ts';
import type { Scores } from '../contracts/score.ts';
import { ScoreInput } from '../contracts/score-input.ts';
import { scoreEvidence } from '../scoring/score-evidence.ts';
import { type ParameterOverrides, scoringParameters } from './scoring-parameters.ts';

const STANDARD_INPUT = '-';

/** Scores evidence that somebody else gathered. JSON is read by the YAML parser for its line numbers. */
export function scoreFile(file: string, overrides: ParameterOverrides): Scores {
  const parameters = scoringParameters(overrides, DEFAULT_PARAMETERS);
  return scoreEvidence(parseYaml(ScoreInput, read(file), file), parameters);
}

function read(file: string): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8');
  } catch (cause) {
    const message = `Cannot read the evidence: ${messageOf(cause)}. "assay schema score-input" shows its form.`;
    throw new AssayError('FILE_UNREADABLE', message, { cause });
  }
}
