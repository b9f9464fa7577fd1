import type { z } from 'zod';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import { textFile } from '../drafting/file-text.ts';
import { judged } from '../drafting/judged.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { oneLine } from '../drafting/one-line.ts';
import { filesAt, layered } from '../drafting/workspace-files.ts';
import type { Files } from '../foreign-format.ts';
import { fileOrText, placeIn, type Told } from './graded-task.ts';
import type { GradedTask, Grader } from './skillgrade-schema.ts';

/** That of skillgrade itself. */
const USUAL_THRESHOLD = 0.8;

type AnyGrader = z.input<typeof GraderSpec>;

/** Each passes from the threshold on; together they need that share of their weights. */
export function gradersOf(
  task: GradedTask,
  told: Told,
  losses: LossList,
): { graders: AnyGrader[]; grade: Files } {
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
function ownPrograms({ files, folder, budget, id }: Told): Files {
  const programs = filesAt('graders', folder, files) ?? [];
  budget.reserve({ files: programs.length }, `the task ${id}`);
  return programs.map((file) => ({ ...file, path: `graders/${file.path}` }));
}

/** The points of a list, or the whole text if there is none. */
function pointsOf(text: string): string[] {
  const points = text.split('\n').flatMap((line) => /^\s*[-*]\s+(\S.*)$/.exec(line)?.[1]?.trim() ?? []);
  if (points.length > 1) return points;
  return text === '' ? [] : [text];
}
