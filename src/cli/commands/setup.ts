import { setupSandbox } from '../../app/setup-sandbox.ts';
import { untilInterrupted } from '../until-interrupted.ts';

export async function setup(): Promise<void> {
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const { tag, wasBuilt } = await untilInterrupted((signal) => setupSandbox(say, signal));
  if (wasBuilt) say(`Built ${tag}.`);
}
