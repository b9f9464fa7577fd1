import { AssayError } from '../base/assay-error.ts';
import type { Canary } from '../contracts/evidence.ts';
import { PLACEHOLDER, type Probe, type SkillFacts } from '../contracts/probe.ts';
import type { Planted } from './oracle.ts';

type Values = { canaries: readonly Canary[]; skill: SkillFacts };

/**
 * The probe as one trial sees it: every placeholder in its prompt and files is replaced, all at once. What the skill says of
 * itself can therefore plant nothing.
 */
export function plantValues(probe: Probe, { canaries, skill }: Values): Probe {
  const values = new Map(canaries.map(({ name, value }) => [name, value]));
  const plant = (text: string) =>
    text.replaceAll(PLACEHOLDER, (_placeholder, canary: string | undefined, fact: keyof SkillFacts) =>
      canary === undefined ? skill[fact] : canaryValue(canary, values, probe),
    );
  const { setup, conversations } = probe;
  const files = setup.files.map((file) => ({ ...file, content: plant(file.content) }));
  const env = Object.fromEntries(Object.entries(setup.env).map(([name, value]) => [name, plant(value)]));
  return {
    ...probe,
    prompt: plant(probe.prompt),
    conversations: conversations.map((one) => ({ ...one, prompt: plant(one.prompt) })),
    setup: { ...setup, files, env },
  };
}

function canaryValue(name: string, values: ReadonlyMap<string, string>, probe: Probe): string {
  const value = values.get(name);
  if (value !== undefined) return value;
  throw new AssayError(
    'INTERNAL',
    `Probe ${probe.id} plants the canary "${name}", which was given no value.`,
  );
}

export function plantedBy(probe: Probe): Planted {
  const { files, decoys, sockets } = probe.setup;
  const { attempted } = probe;
  return {
    canaries: canaryNames(probe),
    files: files.map(({ path }) => path),
    decoys: decoys.map(({ command }) => command),
    sockets: sockets.map(({ path }) => path),
    asked: attempted.flatMap((attempt) => (attempt.kind === 'file-exists' ? [attempt.path] : [])),
  };
}

/** The canaries that a probe plants, in the order in which they first appear. */
export function canaryNames(probe: Probe): string[] {
  const { prompt, conversations, setup } = probe;
  const texts = [
    ...[prompt, ...conversations.map((one) => one.prompt)],
    ...[...setup.files.map((file) => file.content), ...Object.values(setup.env)],
  ];
  const names = texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []));
  return [...new Set(names)];
}
