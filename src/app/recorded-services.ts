import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { ServiceTape } from '../sandbox/sandbox.ts';
import { ServiceTapes } from '../store/service-tapes.ts';

export type RecordedServices = AsyncDisposable & {
  servicesFor: (trial: PlannedTrial) => ServiceTape | null;
};

/** What services answer is recorded beside the cassettes of a run, and replayed with them. */
export async function recordedServices({ cassettes, trials }: RunPlan): Promise<RecordedServices> {
  if (cassettes === null) return { servicesFor: () => null, [Symbol.asyncDispose]: async () => undefined };
  const tapes = new ServiceTapes(cassettes.folder);
  if (cassettes.mode === 'replay') for (const { id } of trials) await tapes.check(id);
  return {
    servicesFor: ({ id }) => (cassettes.mode === 'record' ? tapes.recording(id) : tapes.replaying(id)),
    [Symbol.asyncDispose]: () => tapes[Symbol.asyncDispose](),
  };
}
