import { z } from 'zod';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import type { TriggerQuery } from '../../contracts/triggers.ts';
import { fileText } from '../drafting/file-text.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { NOT_RUN_YET } from '../drafting/trigger-draft.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import type { Files } from '../foreign-format.ts';

const FILE = /(?:^|\/)trigger_tests?\.ya?ml$/;

const Prompt = z.union([
  z.string().min(1),
  z.strictObject({
    prompt: z.string().min(1),
    reason: z.string().nullish(),
    confidence: z.enum(['high', 'medium', 'low']).nullish(),
  }),
]);
const TriggerTests = z.strictObject({
  skill: z.string().nullish(),
  should_trigger_prompts: z.array(Prompt).nullish(),
  should_not_trigger_prompts: z.array(Prompt).nullish(),
});

/** The queries of `trigger_tests.yaml`. */
export function triggerQueries(files: Files, losses: LossList): TriggerQuery[] {
  return files
    .filter(({ path }) => FILE.test(path))
    .flatMap((file) => {
      const document = readYaml(fileText(file), file.path);
      const { data, unknown } = parseTolerantly(TriggerTests, document);
      noteUnknown(unknown, file.path, losses);
      const queries = [
        ...(data.should_trigger_prompts ?? []).map((one) => queryOf(one, 'invoked')),
        ...(data.should_not_trigger_prompts ?? []).map((one) => queryOf(one, 'not-invoked')),
      ];
      if (queries.length > 0)
        losses.changed(file.path, '', `These prompts are about when the skill is used: ${NOT_RUN_YET}`);
      return queries;
    });
}

function queryOf(given: z.infer<typeof Prompt>, expect: TriggerQuery['expect']): TriggerQuery {
  if (typeof given === 'string') return { query: given, expect };
  const { prompt, reason, confidence } = given;
  return {
    ...{ query: prompt, expect },
    ...(reason ? { reason } : {}),
    ...(confidence == null ? {} : { confidence }),
  };
}
