import type { ModelAnswer, ModelRequest } from './wire.ts';

/** Where answers come from. The gateway meters, bounds and records around it. */
export interface Upstream {
  /** The model names that it answers for. */
  readonly models: readonly string[];
  /** True where no model thinks: every report then says so. */
  readonly simulated: boolean;
  answer(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
}
