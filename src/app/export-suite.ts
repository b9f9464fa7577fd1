import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { snapshotOf } from '../checks/snapshot.ts';
import type { Loss } from '../contracts/loss.ts';
import { harborFiles } from '../foreign/harbor-export/harbor-files.ts';
import { readSolution } from '../suites/read-solution.ts';
import { readSuite } from '../suites/read-suite.ts';
import { suiteFolder } from './benchmark.ts';
import { judgingProgram } from './judging-program.ts';
import { emptyFolder, writeFiles } from './suite-folder.ts';

/** `dir` is null if no task could be taken over. */
export type ExportedSuite = { dir: string | null; tasks: number; losses: readonly Loss[] };

/** Writes the tasks of a suite as folders that Harbor runs, and says what could not be taken over. */
export async function exportSuite(named: string, dir: string): Promise<ExportedSuite> {
  const folder = await emptyFolder(dir);
  const { suite, skill, environment, tasks } = await readSuite(suiteFolder(named));
  const exported = await Promise.all(
    tasks.map(async ({ dir: taskDir, task, workspace, grade, environment }) => ({
      ...{ task, workspace, grade, environment },
      isScripted: existsSync(join(taskDir, 'script.yaml')),
      solution: (await readSolution(taskDir)) ?? [],
    })),
  );
  const name = snapshotOf(skill).name;
  const { files, losses } = harborFiles({
    ...{ suite, environment, tasks: exported },
    skill: { name, files: skill.files },
    judge: await judgingProgram(),
  });
  if (files.length === 0) return { dir: null, tasks: 0, losses };
  await writeFiles(folder, files);
  const written = new Set(files.map(({ path: file }) => file.split('/')[0]));
  return { dir: folder, tasks: written.size, losses };
}
