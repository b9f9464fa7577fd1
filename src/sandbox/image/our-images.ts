import type { EngineConnection } from '../docker/connect-engine.ts';
import { engineFault, isGone, isTaken } from '../docker/engine-fault.ts';
import { ENVIRONMENT_LABEL, ENVIRONMENT_REPOSITORY } from './environment.ts';
import { SANDBOX_REPOSITORY } from './image.ts';

/** An image that Assay built, of this version or of another one. */
export type OurImage = {
  tag: string;
  /** Whose environment it is: a suite, or a task as `suite/task`; `null` for an image that agents of any suite work in. */
  owner: string | null;
};

const OURS = [SANDBOX_REPOSITORY, `${SANDBOX_REPOSITORY}-*`, ENVIRONMENT_REPOSITORY];

export async function ourImages({ docker }: EngineConnection): Promise<OurImage[]> {
  try {
    const images = await docker.listImages({ filters: { reference: OURS } });
    return images.flatMap(({ RepoTags, Labels }) =>
      (RepoTags ?? []).map((tag) => ({ tag, owner: ownerIn(tag, Labels) })),
    );
  } catch (cause) {
    throw engineFault(cause, 'list images');
  }
}

function ownerIn(tag: string, labels: Readonly<Record<string, string>> | null): string | null {
  return tag.startsWith(`${ENVIRONMENT_REPOSITORY}:`) ? (labels?.[ENVIRONMENT_LABEL] ?? 'unknown') : null;
}

/** Returns false for an image that a container needs: it stays. */
export async function removeImage({ docker }: EngineConnection, { tag }: OurImage): Promise<boolean> {
  try {
    await docker.getImage(tag).remove();
    return true;
  } catch (cause) {
    if (isTaken(cause)) return false;
    if (isGone(cause)) return true;
    throw engineFault(cause, `remove the image ${tag}`);
  }
}
