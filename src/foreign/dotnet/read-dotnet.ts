import { posix } from 'node:path';
import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';
import type { LocatedValue } from '../../base/located-value.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { fileText, textFile } from '../drafting/file-text.ts';
import { innerPath } from '../drafting/inner-path.ts';
import { judged } from '../drafting/judged.ts';
import { LossList } from '../drafting/loss-list.ts';
import { candidates, EVAL_YAML, namedFiles } from '../drafting/named-files.ts';
import { oneLine } from '../drafting/one-line.ts';
import { plainSuite } from '../drafting/plain-suite.ts';
import { Slugs } from '../drafting/slugs.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import { fileAt, folderOf, layered } from '../drafting/workspace-files.ts';
import type { Files, ForeignFormat, ForeignSource, Imported, TaskDraft } from '../foreign-format.ts';
import { Assertion, gradersOf } from './assertions.ts';

const texts = z.array(z.string()).nullish();
const limit = z.number().positive().nullish();

const Scenario = z.strictObject({
  name: z.string().min(1),
  prompt: z.string().min(1),
  setup: z
    .strictObject({
      copy_test_files: z.boolean().nullish(),
      files: z
        .array(
          z.strictObject({
            path: z.string().min(1),
            content: z.string().nullish(),
            source: z.string().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
  assertions: z.array(Assertion).nullish(),
  expect_tools: texts,
  reject_tools: texts,
  max_turns: limit,
  max_tokens: limit,
  rubric: texts,
  timeout: limit,
});
type Scenario = z.infer<typeof Scenario>;

const Scenarios = z.strictObject({ scenarios: z.array(Scenario).min(1).max(1000) });

const MOST_REQUESTS = 1000;

/** `eval.yaml` with scenarios, as the validator of dotnet/skills reads it. */
export const DOTNET: ForeignFormat = {
  recognises: (source) => evalFiles(source).length > 0,
  named: (source) => namedFiles(source, EVAL_YAML),
  read,
};

function evalFiles(source: ForeignSource): Files {
  return candidates(source, EVAL_YAML).filter(({ content }) =>
    /^scenarios\s*:/m.test(new TextDecoder().decode(content.subarray(0, 64 * 1024))),
  );
}

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const losses = new LossList();
  const slugs = new Slugs();
  const own = evalFiles(source);
  // What is wrong with a file that does not look like one is said by its reader.
  const found = own.length > 0 ? own : candidates(source, EVAL_YAML).slice(0, 1);
  if (found.length === 0)
    throw new AssayError('FILE_NOT_FOUND', 'eval.yaml: expected one with scenarios, found none.');
  const tasks = found.flatMap((file) => {
    const document = readYaml(fileText(file), file.path, { mayHaveAliases: true });
    const { data, unknown } = parseTolerantly(Scenarios, document);
    noteUnknown(unknown, file.path, losses);
    return data.scenarios.flatMap((scenario, index) => {
      const place = document.placeOf({ path: ['scenarios', index], about: 'value' });
      const draft = draftOf(
        scenario,
        { id: slugs.take(scenario.name, 'scenario'), document, index, source, place },
        losses,
      );
      return draft === null ? [] : [budget.keep(draft)];
    });
  });
  return plainSuite({ name: null, tool: 'dotnet/skills', source, secret: found, tasks, losses });
}

type Told = { id: string; document: LocatedValue; index: number; source: ForeignSource; place: string };

function draftOf(
  scenario: Scenario,
  { id, document, index, source, place }: Told,
  losses: LossList,
): TaskDraft | null {
  const { file } = document;
  const at = (...path: PropertyKey[]) =>
    document.placeOf({ path: ['scenarios', index, ...path], about: 'value' });
  const graders = [
    ...(scenario.assertions ?? []).flatMap((one, number) =>
      gradersOf(one, (effect, detail) => losses[effect](file, at('assertions', number), detail)),
    ),
    ...judged('The work is as the rubric of the scenario says', scenario.rubric ?? []),
  ];
  for (const key of ['expect_tools', 'reject_tools'] as const)
    if (scenario[key]?.length)
      losses.dropped(
        file,
        at(key),
        'Tools have other names for each agent. A transcript grader can name those of one.',
      );
  if (graders.length === 0) {
    losses.dropped(file, place, 'Nothing decides this scenario.');
    return null;
  }
  return {
    task: {
      id,
      level: 'common',
      objective: oneLine(scenario.name, id),
      prompt: scenario.prompt.trim(),
      expected: 'What its graders say.',
      limits: {
        ...timeLimit(scenario.timeout, (detail) => losses.changed(file, at('timeout'), detail)),
        ...requestLimit(scenario.max_turns, (detail) => losses.changed(file, at('max_turns'), detail)),
        ...(scenario.max_tokens == null ? {} : { maxTokens: Math.ceil(scenario.max_tokens) }),
      },
      graders,
    },
    workspace: workspaceOf(scenario, { file, at, source }, losses),
    ...{ grade: [], solution: [], script: null },
  };
}

function requestLimit(
  turns: number | null | undefined,
  note: (detail: string) => void,
): { maxRequests?: number } {
  if (turns == null) return {};
  if (turns > MOST_REQUESTS) note(`Agents have ${MOST_REQUESTS} requests at most.`);
  return { maxRequests: Math.min(Math.ceil(turns), MOST_REQUESTS) };
}

type Places = { file: string; at: (...path: PropertyKey[]) => string; source: ForeignSource };

function workspaceOf({ setup }: Scenario, { file, at, source }: Places, losses: LossList): Files {
  const folder = folderOf(file);
  const beside = source.files.filter(
    ({ path }) => path.startsWith(folder) && path !== file && !/(?:^|\/)SKILL\.md$/i.test(path),
  );
  const copied =
    setup?.copy_test_files === true
      ? beside.map((one) => ({ ...one, path: one.path.slice(folder.length) }))
      : [];
  const written = (setup?.files ?? []).flatMap(({ path, content, source: from }, number) => {
    const place = innerPath(path);
    const given = from == null ? null : fileAt(from, folder, source.files);
    if (place === null)
      losses.dropped(file, at('setup', 'files', number), 'This place is not in the workspace.');
    else if (content != null) return [textFile(place, content)];
    else if (given !== null) return [{ ...given, path: place }];
    else
      losses.incomplete(
        file,
        at('setup', 'files', number),
        `There is no file ${oneLine(from ?? posix.basename(path), '')}. Put it in workspace/.`,
      );
    return [];
  });
  return layered(copied, written);
}
