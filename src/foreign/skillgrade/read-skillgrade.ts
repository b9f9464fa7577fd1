import { AssayError } from '../../base/assay-error.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import { translateDockerfile } from '../dockerfile/translate-dockerfile.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { fileText } from '../drafting/file-text.ts';
import { LossList } from '../drafting/loss-list.ts';
import { candidates, EVAL_YAML, namedFiles } from '../drafting/named-files.ts';
import { oneLine } from '../drafting/one-line.ts';
import { plainSuite } from '../drafting/plain-suite.ts';
import { Slugs } from '../drafting/slugs.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import { fileAt, folderOf, layered } from '../drafting/workspace-files.ts';
import type { Files, ForeignFormat, ForeignSource, Imported, TaskDraft } from '../foreign-format.ts';
import { fileOrText, type Told } from './graded-task.ts';
import { gradersOf } from './graders.ts';
import { Evaluation, type GradedTask } from './skillgrade-schema.ts';
import { workspaceOf } from './workspace.ts';

/** `eval.yaml` with graded tasks, as mgechev/skillgrade runs them. */
export const SKILLGRADE: ForeignFormat = {
  recognises: (source) => evalFile(source) !== null,
  named: (source) => namedFiles(source, EVAL_YAML),
  read,
};

function evalFile(source: ForeignSource): Files[number] | null {
  const own = candidates(source, EVAL_YAML).filter(({ content }) => {
    const start = new TextDecoder().decode(content.subarray(0, 256 * 1024));
    return (
      /^tasks\s*:/m.test(start) &&
      /^[ \t]+instruction\s*:/m.test(start) &&
      /^[ \t]+- type\s*:\s*["']?(?:deterministic|llm_rubric)/m.test(start)
    );
  });
  return own[0] ?? null;
}

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const losses = new LossList();
  // What is wrong with a file that does not look like one is said by its reader.
  const file = evalFile(source) ?? candidates(source, EVAL_YAML)[0];
  if (file === undefined)
    throw new AssayError('FILE_NOT_FOUND', 'eval.yaml: expected one with graded tasks, found none.');
  const document = readYaml(fileText(file), file.path, { mayHaveAliases: true });
  const { data, unknown } = parseTolerantly(Evaluation, document);
  noteUnknown(unknown, file.path, losses);
  const folder = folderOf(file.path);
  const slugs = new Slugs();
  const drafts = data.tasks.map((task, index) => {
    const drafted = draftOf(
      task,
      { id: slugs.take(task.name, 'task'), data, document, index, files: source.files, folder, budget },
      losses,
    );
    budget.keep(drafted.draft);
    budget.keepFiles(drafted.placed, file.path);
    return drafted;
  });
  const image = imageOf(data, { document, budget }, losses);
  const placed = layered(...drafts.map(({ placed }) => placed));
  const secret = [file, ...drafts.flatMap((draft) => draft.secret)];
  return plainSuite({
    ...{ name: data.skill ?? null, tool: 'skillgrade', source, secret, losses },
    tasks: drafts.map(({ draft }) => draft),
    environment: { spec: image.spec, files: [...image.files, ...placed] },
  });
}

/** The image that all tasks start from. */
function imageOf(
  { defaults }: Evaluation,
  { document: { file, placeOf }, budget }: Pick<Told, 'document' | 'budget'>,
  losses: LossList,
) {
  const { base, setup } = defaults?.docker ?? {};
  const { cpus, memory_mb } = defaults?.environment ?? {};
  const machine = {
    ...(cpus == null ? {} : { cpus: Math.min(Math.max(cpus, 0.25), 64) }),
    ...(memory_mb == null ? {} : { memoryMib: Math.round(Math.min(Math.max(memory_mb, 128), 65_536)) }),
  };
  const lines = (setup ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const text = `FROM ${base ?? 'node'}\nWORKDIR /workspace\n${lines.map((line) => (line.trim().startsWith('RUN ') ? line : `RUN ${line}`)).join('\n')}\n`;
  const around = new LossList();
  const image = translateDockerfile({
    file,
    text,
    context: [],
    skills: [],
    workdir: null,
    links: {},
    losses: around,
    budget,
  });
  const at = placeOf({ path: ['defaults', 'docker'], about: 'key' });
  if (defaults?.docker != null) for (const { effect, detail } of around.all) losses[effect](file, at, detail);
  const packages = Object.entries(image.packages).filter(([, names]) => names.length > 0);
  const spec = { ...Object.fromEntries(packages), ...(Object.keys(machine).length > 0 ? { machine } : {}) };
  return { spec: Object.keys(spec).length === 0 ? undefined : spec, files: image.environment };
}

type Drafted = { draft: TaskDraft; placed: Files; secret: Files };

function draftOf(task: GradedTask, told: Told, losses: LossList): Drafted {
  const { id, data, folder, files } = told;
  const prompt = fileOrText(task.instruction, told);
  const { graders, grade } = gradersOf(task, told, losses);
  const { workspace, placed } = workspaceOf(task, told, losses);
  const solution = task.solution == null ? null : fileAt(task.solution, folder, files);
  const wanted = task.timeout ?? data.defaults?.timeout;
  const at = task.timeout == null ? ['defaults', 'timeout'] : ['tasks', told.index, 'timeout'];
  const limits = timeLimit(wanted, (detail) =>
    losses.changed(told.document.file, told.document.placeOf({ path: at, about: 'value' }), detail),
  );
  return {
    draft: {
      task: {
        ...{ id, level: 'common', objective: oneLine(task.name, id), prompt: prompt.trim() },
        expected: 'What its graders say.',
        limits,
        graders,
      },
      ...{
        workspace,
        grade,
        solution: solution === null ? [] : [{ ...solution, path: 'solve.sh' }],
        script: null,
      },
    },
    placed,
    secret: [...grade, ...(solution === null ? [] : [solution])],
  };
}
