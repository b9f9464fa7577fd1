import { canonicalJson, type Digest, digestOf } from '../base/digest.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { Suite } from '../contracts/suite.ts';
import type { Files } from '../sources/read-folder.ts';
import type { TaskFiles } from './read-task-folder.ts';

type DigestedFiles = { suite: Suite; skill: SkillFolder; environment: Files; tasks: readonly TaskFiles[] };

/**
 * Digests what the files say: a comment in a YAML file changes nothing, every byte of the other files counts,
 * and their location does not matter.
 */
export function suiteDigest({ suite, skill, environment, tasks }: DigestedFiles): Digest {
  const summary = {
    suite,
    skill: summarise(skill.files),
    ...summariseEnvironment(environment),
    tasks: tasks.map(({ task, script, workspace, arrivals, history, grade, environment: own, answers }) => ({
      ...{ task, script },
      workspace: summarise(workspace),
      grade: summarise(grade),
      ...summariseEnvironment(own),
      ...(answers.length > 0 ? { answers: summarise(answers) } : {}),
      ...(history.size > 0
        ? { history: [...history].map(([name, files]) => ({ name, files: summarise(files) })) }
        : {}),
      ...(arrivals.length > 0
        ? { arrivals: arrivals.map(({ name, files }) => ({ name, files: summarise(files) })) }
        : {}),
    })),
  };
  return digestOf(canonicalJson(summary));
}

/** Nothing if there are no files, so that suites without any keep their digest. */
function summariseEnvironment(files: Files): { environment?: object[] } {
  return files.length > 0 ? { environment: summarise(files) } : {};
}

/** Everything about files that can make a difference to whoever runs or reads them. */
export function summarise(files: Files): object[] {
  return files.map(({ path, executable, content }) => ({ path, executable, digest: digestOf(content) }));
}
