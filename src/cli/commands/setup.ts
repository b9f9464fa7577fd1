import { pruneImages, setupSandbox } from '../../app/setup-sandbox.ts';
import { showCount } from '../../report/facts/amounts.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { say } from '../terminal/print.ts';

type Options = { agent?: string[]; prune?: boolean };

export async function setup({ agent: agents = [], prune = false }: Options): Promise<void> {
  await untilInterrupted(async (signal) => {
    for (const agent of agents.length === 0 ? [undefined] : agents) {
      const { tag, wasBuilt } = await setupSandbox(say, signal, agent);
      if (wasBuilt) say(`Built ${tag}.`);
    }
  });
  if (prune) await sayPruned();
}

async function sayPruned(): Promise<void> {
  const { removed, needed } = await pruneImages();
  for (const { tag, owner } of removed)
    say(`Removed ${tag}${owner === null ? '' : `, the environment of ${owner}`}.`);
  for (const { tag } of needed) say(`${tag} stays: a container needs it.`);
  say(`${showCount(removed.length, 'image')} removed.`);
}
