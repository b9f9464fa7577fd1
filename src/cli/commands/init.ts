import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { initSuite } from '../../app/init-suite.ts';
import { sourceLimits } from '../../app/source-limits.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { say } from '../terminal/print.ts';

type Options = { skillName?: string; allowPrivate?: boolean; limit?: string[] };

export async function init(source: string, dir: string | undefined, command: Command): Promise<void> {
  const { skillName, allowPrivate = false, limit } = command.opts<Options>();
  const limits = sourceLimits(limit);
  const from = { text: source, allowPrivate, limits, ...(skillName === undefined ? {} : { skillName }) };
  const made = await untilInterrupted((signal) => initSuite({ ...from, signal }, dir));
  const place = relative(process.cwd(), made.dir) || '.';
  say(
    `A suite for ${made.skill} is in ${place}. Its first task is an example: it runs, and is to be replaced.`,
  );
  for (const { kind, name, from: where } of made.guesses) say(`Guessed from ${where}: ${kind} ${name}`);
  if (made.guesses.some(({ kind }) => kind !== 'debian'))
    say(
      `Packages of pip and npm are only proposed: remove the # before those in ${join(place, 'suite.yaml')} whose authors you trust.`,
    );
  if (!made.isSound)
    say(
      `The skill fails the static checks, so "assay run" refuses it unless --force is given: see assay check ${source}`,
    );
  say(`Next: assay check-suite ${place} --allow-small, then assay run ${place}`);
}
