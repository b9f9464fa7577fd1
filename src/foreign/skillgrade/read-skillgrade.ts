import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';
import type { LocatedValue } from '../../base/located-value.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import { translateDockerfile } from '../dockerfile/translate-dockerfile.ts';
import { fileText, textFile } from '../drafting/file-text.ts';
import { innerPath } from '../drafting/inner-path.ts';
import { judged } from '../drafting/judged.ts';
import { LossList } from '../drafting/loss-list.ts';
import { oneLine } from '../drafting/one-line.ts';
import { plainSuite } from '../drafting/plain-suite.ts';
import { Slugs } from '../drafting/slugs.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import { fileAt, filesAt, folderOf, layered } from '../drafting/workspace-files.ts';
import type { Files, ForeignFormat, ForeignSource, Imported, TaskDraft } from '../foreign-format.ts';

const unread = z.unknown().optional();
const seconds = z.number().positive().nullish();
const share = z.number().min(0).max(1).nullish();

const Grader = z.strictObject({
  type: z.enum(['deterministic', 'llm_rubric']),
  setup: z.string().nullish(),
  run: z.string().nullish(),
  rubric: z.string().nullish(),
  model: unread,
  provider: unread,
  weight: z.number().positive().nullish(),
});
type Grader = z.infer<typeof Grader>;

const GradedTask = z.strictObject({
  name: z.string().min(1),
  instruction: z.string().min(1),
  workspace: z
    .array(
      z.strictObject({
        src: z.string().min(1),
        dest: z.string().min(1),
        chmod: z.union([z.string(), z.number()]).nullish(),
      }),
    )
    .nullish(),
  graders: z.array(Grader).min(1),
  solution: z.string().nullish(),
  agent: unread,
  provider: unread,
  trials: unread,
  timeout: seconds,
  grader_model: unread,
  docker: unread,
  environment: unread,
});
type GradedTask = z.infer<typeof GradedTask>;

const Evaluation = z.strictObject({
  version: unread,
  skill: z.string().nullish(),
  defaults: z
    .strictObject({
      agent: unread,
      provider: unread,
      trials: unread,
      timeout: seconds,
      threshold: share,
      grader_model: unread,
      acp: unread,
      docker: z.strictObject({ base: z.string().nullish(), setup: z.string().nullish() }).nullish(),
      environment: z
        .strictObject({ cpus: z.number().positive().nullish(), memory_mb: z.number().positive().nullish() })
        .nullish(),
    })
    .nullish(),
  tasks: z.array(GradedTask).min(1).max(1000),
});
type Evaluation = z.infer<typeof Evaluation>;

/** That of skillgrade itself. */
const USUAL_THRESHOLD = 0.8;

/** `eval.yaml` with graded tasks, as mgechev/skillgrade runs them. */
export const SKILLGRADE: ForeignFormat = { recognises: (source) => evalFile(source) !== null, read };

function evalFile({ files, entry }: ForeignSource): Files[number] | null {
  const all = files.filter(({ path }) =>
    entry === null ? /(?:^|\/)eval\.ya?ml$/.test(path) : path === entry,
  );
  const own = all.filter(({ content }) => {
    const start = new TextDecoder().decode(content.subarray(0, 256 * 1024));
    return (
      /^tasks\s*:/m.test(start) &&
      /^\s+instruction\s*:/m.test(start) &&
      /^\s+- type\s*:\s*["']?(?:deterministic|llm_rubric)/m.test(start)
    );
  });
  return own[0] ?? null;
}

function read(source: ForeignSource): Imported {
  const losses = new LossList();
  const file = evalFile(source);
  if (file === null)
    throw new AssayError('FILE_NOT_FOUND', 'eval.yaml: expected one with graded tasks, found none.');
  const document = readYaml(fileText(file), file.path, { mayHaveAliases: true });
  const { data, unknown } = parseTolerantly(Evaluation, document);
  noteUnknown(unknown, file.path, losses);
  const folder = folderOf(file.path);
  const slugs = new Slugs();
  const drafts = data.tasks.map((task, index) =>
    draftOf(
      task,
      { id: slugs.take(task.name, 'task'), data, document, index, files: source.files, folder },
      losses,
    ),
  );
  const image = imageOf(data, document, losses);
  const placed = layered(...drafts.map(({ placed }) => placed));
  const secret = [file, ...drafts.flatMap((draft) => draft.secret)];
  return plainSuite({
    ...{ name: data.skill ?? null, tool: 'skillgrade', source, secret, losses },
    tasks: drafts.map(({ draft }) => draft),
    environment: { spec: image.spec, files: [...image.files, ...placed] },
  });
}

/** The image that all tasks start from. */
function imageOf({ defaults }: Evaluation, { file, placeOf }: LocatedValue, losses: LossList) {
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
  });
  const at = placeOf({ path: ['defaults', 'docker'], about: 'key' });
  if (defaults?.docker != null) for (const { effect, detail } of around.all) losses[effect](file, at, detail);
  const packages = Object.entries(image.packages).filter(([, names]) => names.length > 0);
  const spec = { ...Object.fromEntries(packages), ...(Object.keys(machine).length > 0 ? { machine } : {}) };
  return { spec: Object.keys(spec).length === 0 ? undefined : spec, files: image.environment };
}

type Told = {
  id: string;
  data: Evaluation;
  document: LocatedValue;
  index: number;
  files: Files;
  folder: string;
};
type Drafted = { draft: TaskDraft; placed: Files; secret: Files };

function draftOf(task: GradedTask, told: Told, losses: LossList): Drafted {
  const { id, data, folder, files } = told;
  const prompt = fileOrText(task.instruction, told);
  const { graders, grade } = gradersOf(task, told, losses);
  const { workspace, placed } = workspaceOf(task, told, losses);
  const solution = task.solution == null ? null : fileAt(task.solution, folder, files);
  if (solution === null)
    losses.incomplete(
      told.document.file,
      placeIn(told),
      'There is no reference solution, so that the task cannot be proven.',
    );
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

function placeIn({ document, index }: Told, ...path: PropertyKey[]): string {
  return document.placeOf({ path: ['tasks', index, ...path], about: 'value' });
}

/** A text in one line that is the path of a file stands for that file. */
function fileOrText(text: string, { files, folder }: Told): string {
  const file = /\n|\s\S+\s/.test(text) ? null : fileAt(text.trim(), folder, files);
  return file === null ? text : fileText(file);
}

type AnyGrader = z.input<typeof GraderSpec>;

/** Each passes from the threshold on; together they need that share of their weights. */
function gradersOf(task: GradedTask, told: Told, losses: LossList): { graders: AnyGrader[]; grade: Files } {
  const { document, data } = told;
  const threshold = data.defaults?.threshold ?? USUAL_THRESHOLD;
  const made = task.graders.map((grader, number) => graderOf(grader, { ...told, number, threshold }, losses));
  const members = made.flatMap(({ graders }, number) =>
    graders.map((one) => ({ one, weight: task.graders[number]?.weight ?? 1 })),
  );
  const grade = layered(...made.map((one) => one.grade));
  const single = members.map(({ one }) => one);
  const [first, second] = single;
  if (first === undefined || second === undefined) return { graders: single, grade };
  losses.changed(
    document.file,
    placeIn(told, 'graders'),
    `Each grader passes or fails from a score of ${threshold} on, and those that pass need ${threshold} of all weights.`,
  );
  const title = oneLine(`The graders of ${task.name} pass, by their weights`, 'The graders pass');
  return {
    graders: [
      { kind: 'group', title, threshold, weights: members.map(({ weight }) => weight), graders: single },
    ],
    grade,
  };
}

type Single = Exclude<AnyGrader, { kind: 'group' }>;
type Numbered = Told & { number: number; threshold: number };

function graderOf(grader: Grader, told: Numbered, losses: LossList): { graders: Single[]; grade: Files } {
  const { document, number, threshold } = told;
  const at = placeIn(told, 'graders', number);
  if (grader.type === 'llm_rubric') {
    if (grader.rubric == null) losses.dropped(document.file, at, 'It says nothing without a rubric.');
    const text = grader.rubric == null ? '' : fileOrText(grader.rubric, told).trim();
    if (text !== '')
      losses.changed(
        document.file,
        at,
        'A model judges each point of the rubric by itself, without points for a part.',
      );
    return {
      graders: judged('The work is as its rubric says', pointsOf(text)).map((one) => ({ ...one, threshold })),
      grade: [],
    };
  }
  if (grader.run == null) {
    losses.dropped(document.file, at, 'It says nothing without a command.');
    return { graders: [], grade: [] };
  }
  const name = `grader-${number + 1}.sh`;
  if (grader.setup != null)
    losses.changed(document.file, at, `Its setup stands in ${name}; graders have no network.`);
  const script = `${grader.setup ?? ''}${grader.setup == null ? '' : '\n'}${grader.run}`;
  const command = `bash /grade/${name} | jq -r .score >/logs/verifier/reward.txt`;
  return {
    graders: [
      { kind: 'reward', title: `Grader ${number + 1} gives at least ${threshold}`, command, threshold },
    ],
    grade: [textFile(name, script), ...ownPrograms(told)],
  };
}

/** The programs in `graders/`: any command may call them, and finds them beside itself, below `/grade`. */
function ownPrograms({ files, folder }: Told): Files {
  return (filesAt('graders', folder, files) ?? []).map((file) => ({ ...file, path: `graders/${file.path}` }));
}

/** The points of a list, or the whole text if there is none. */
function pointsOf(text: string): string[] {
  const points = text.split('\n').flatMap((line) => /^\s*[-*]\s+(.+)$/.exec(line)?.[1]?.trim() ?? []);
  if (points.length > 1) return points;
  return text === '' ? [] : [text];
}

function workspaceOf(task: GradedTask, told: Told, losses: LossList): { workspace: Files; placed: Files } {
  const workspace: Files = [];
  const placed: Files = [];
  for (const [number, { src, dest, chmod }] of (task.workspace ?? []).entries()) {
    const found = filesAt(src, told.folder, told.files);
    const place = innerPath(dest.replace(/^\/+/, ''));
    const at = placeIn(told, 'workspace', number);
    if (place === null) losses.dropped(told.document.file, at, 'This place is not in the workspace.');
    else if (found === null)
      losses.incomplete(
        told.document.file,
        at,
        `There is no file ${oneLine(src, '')}. Put it in workspace/.`,
      );
    else {
      const isFolder = found.length > 1 || found[0]?.path !== src.split('/').at(-1);
      const made = found.map((file) => ({
        ...file,
        path: isFolder ? `${place}/${file.path}` : place,
        executable: file.executable || /x|[1357]/.test(String(chmod ?? '')),
      }));
      const isInside = !dest.startsWith('/') || dest.startsWith('/workspace/');
      if (isInside)
        workspace.push(
          ...made.map((file) => ({
            ...file,
            path: file.path.replace(/^workspace\//, dest.startsWith('/') ? '' : 'workspace/'),
          })),
        );
      else placed.push(...made.map((file) => ({ ...file, path: `files/${file.path}` })));
    }
  }
  return { workspace, placed };
}
