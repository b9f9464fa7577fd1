import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadBenchmark } from '../../src/app/benchmark.ts';
import { readSkill } from '../../src/checks/skill/read-skill.ts';
import { snapshotOf } from '../../src/checks/snapshot.ts';
import { GraderSpec, membersOf } from '../../src/contracts/grader-spec.ts';
import { AnswerSearch } from '../../src/suites/answer-search.ts';
import { lintTask, lintTogether, warningsFor } from '../../src/suites/lint-suite.ts';

/** The small one to copy has a test of its own. */
const NAMES = readdirSync('tasks').filter((name) => name !== 'csv-tidy');
const benchmarks = await Promise.all(NAMES.map((name) => loadBenchmark(name)));

describe.each(benchmarks.map((benchmark) => [benchmark.suite.suite.id, benchmark] as const))(
  'the suite %s',
  (_id, { suite, skill, solutions }) => {
    const linted = suite.tasks.map((task) => ({ ...task, solution: solutions.get(task.task.id) ?? [] }));

    test('has eight common tasks and four edge tasks', () => {
      const levels = Object.groupBy(suite.tasks, ({ task }) => task.level);
      expect([levels.common?.length, levels.edge?.length]).toEqual([8, 4]);
    });

    test('has texts and files that give nothing away', () => {
      const { name, description } = snapshotOf(skill);
      const body = readSkill(skill).document?.body.text ?? '';
      const known = {
        ...{ name, description, body, files: skill.files, withheld: [] },
        environment: suite.environment,
      };
      const search = new AnswerSearch();
      expect(linted.map((task) => lintTask(task, known, search))).toEqual(
        linted.map(() => ({ problems: [], warnings: [] })),
      );
      expect(warningsFor(linted, known)).toEqual([]);
      expect(lintTogether(linted, false)).toEqual([]);
    });

    test('has a solution for each task, and the answer if it is judged', () => {
      for (const { task, solution } of linted) {
        const paths = solution.map(({ path }) => path);
        const answers = task.graders.flatMap(membersOf).some(({ kind }) => kind === 'answer');
        expect([task.id, ...paths]).toEqual([task.id, ...(answers ? ['answer.txt'] : []), 'solve.sh']);
      }
    });

    test('has a script for both arms of each task', () => {
      for (const { task, script } of suite.tasks)
        expect([task.id, script?.arms.baseline.length, script?.arms['with-skill'].length]).toEqual([
          task.id,
          expect.any(Number),
          expect.any(Number),
        ]);
    });
  },
);

test('together the suites use every grader, packages and HTTPS fixtures', () => {
  const graders = benchmarks.flatMap(({ suite }) => suite.tasks.flatMap(({ task }) => task.graders));
  const used = new Set(graders.flatMap((spec) => [spec, ...membersOf(spec)]).map(({ kind }) => kind));
  expect([...used].toSorted()).toEqual(GraderSpec.options.map(({ shape }) => shape.kind.value).toSorted());
  expect(benchmarks.some(({ suite }) => suite.suite.environment?.debian.length)).toBe(true);
  expect(readFileSync('tasks/parcel-desk/march-supplement/task.yaml', 'utf8')).toContain('url: ^https://');
});
