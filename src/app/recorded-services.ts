import type { RunPlan } from '../contracts/plan.ts';
import type { ServiceTape } from '../sandbox/sandbox.ts';
import { ServiceTapes } from '../store/service-tapes.ts';

export type RecordedServices = AsyncDisposable & {
  servicesFor: (name: string) => ServiceTape | null;
};

/** What services answer is recorded beside the cassettes of a run, and replayed with them. */
export async function recordedServices({ cassettes, trials, tasks }: RunPlan): Promise<RecordedServices> {
  if (cassettes === null) return { servicesFor: () => null, [Symbol.asyncDispose]: async () => undefined };
  const tapes = new ServiceTapes(cassettes.folder);
  const names = [...trials, ...tasks.map(({ id }) => ({ id: `solve:${id}` }))].map(({ id }) => id);
  if (cassettes.mode === 'replay') for (const name of names) await tapes.check(name);
  return {
    servicesFor: (name) => (cassettes.mode === 'record' ? tapes.recording(name) : tapes.replaying(name)),
    [Symbol.asyncDispose]: () => tapes[Symbol.asyncDispose](),
  };
}
