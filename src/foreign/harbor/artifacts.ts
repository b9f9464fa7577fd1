import { posix } from 'node:path';
import { z } from 'zod';
import type { LossList } from '../drafting/loss-list.ts';
import { oneLine } from '../drafting/one-line.ts';
import type { PackagedTask } from './packaged-task.ts';

const Artifact = z.union([
  z.string().transform((source) => ({ source, service: null })),
  z.object({ source: z.string(), service: z.string().nullish() }),
]);

/** Files that Harbor collects after a trial. A run keeps what changed in the workspace by itself, and nothing of other places. */
export function noteArtifacts(task: PackagedTask, workdir: string, losses: LossList): void {
  const { artifacts } = task.config;
  const listed: unknown[] = Array.isArray(artifacts) ? artifacts : artifacts == null ? [] : [artifacts];
  for (const [index, one] of listed.entries()) {
    const { data } = Artifact.safeParse(one);
    const isOfMain = data?.service == null || data.service === 'main';
    if (data !== undefined && isOfMain && isInside(data.source, workdir)) continue;
    losses.dropped(
      task.file,
      task.placeOf(['artifacts', index]),
      `Only what changes in the workspace is kept after a trial: ${oneLine(data?.source ?? '', 'this')} is not.`,
    );
  }
}

function isInside(source: string, workdir: string): boolean {
  const place = posix.resolve('/', workdir, source);
  return [workdir, '/workspace'].some(
    (folder) => folder !== '/' && (place === folder || place.startsWith(`${folder}/`)),
  );
}
