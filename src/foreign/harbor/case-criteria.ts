import { z } from 'zod';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import { fileText } from '../drafting/file-text.ts';
import type { Files } from '../foreign-format.ts';

const CASE = 'case.json';
const JUDGE = 'judge.py';
const Case = z.looseObject({ expected_behavior: z.array(z.string().min(1)).nullish() });

/**
 * BenchFlow generates verifiers that ask a model over the network whether the agent behaved as a case expects; `null` for any
 * other verifier.
 */
export function caseCriteria(verifier: Files, folder: string): readonly string[] | null {
  const file = verifier.find(({ path }) => path === CASE);
  if (file === undefined || !verifier.some(({ path }) => path === JUDGE)) return null;
  // JSON is YAML, whose parser knows where everything stands.
  const { data } = parseTolerantly(Case, readYaml(fileText(file), `${folder}${CASE}`));
  return data.expected_behavior?.length ? data.expected_behavior : null;
}
