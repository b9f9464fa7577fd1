import { setupSandbox } from '../../app/setup-sandbox.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { say } from '../terminal/print.ts';

export async function setup({ agent }: { agent?: string }): Promise<void> {
  const { tag, wasBuilt } = await untilInterrupted((signal) => setupSandbox(say, signal, agent));
  if (wasBuilt) say(`Built ${tag}.`);
}
