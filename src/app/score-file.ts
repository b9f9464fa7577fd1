import { parseYaml } from '../base/parse-yaml.ts';
import { DEFAULT_PARAMETERS } from '../contracts/parameters.ts';
import type { Scores } from '../contracts/score.ts';
import { ScoreInput } from '../contracts/score-input.ts';
import { scoreEvidence } from '../scoring/score-evidence.ts';
import { readGiven } from './given-file.ts';
import { type ParameterOverrides, scoringParameters } from './scoring-parameters.ts';

/** Scores evidence that was gathered elsewhere. JSON is read by the YAML parser, which gives line numbers. */
export function scoreFile(file: string, overrides: ParameterOverrides): Scores {
  const parameters = scoringParameters(overrides, DEFAULT_PARAMETERS);
  const text = readGiven({ file, what: 'evidence', hint: '"assay schema score-input" shows its form.' });
  return scoreEvidence(parseYaml(ScoreInput, text, file), parameters);
}
