import { setupSandbox } from '../../app/setup-sandbox.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { say } from '../terminal/print.ts';

export async function setup(): Promise<void> {
  const { tag, wasBuilt } = await untilInterrupted((signal) => setupSandbox(say, signal));
  if (wasBuilt) say(`Built ${tag}.`);
}
