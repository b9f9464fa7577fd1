import type { FlowNode } from '../graph.ts';
import type { ShellWord } from './parsed-command.ts';
import type { ShellStep, ShellTracer } from './trace-shell.ts';

/** Records what one command does. */
export type Effect = (step: ShellStep) => void;

/** A word that is no option. */
export function isOperand({ text }: ShellWord): boolean {
  return !text.startsWith('-') || text === '-';
}

/** The text that comes from a place, if it is written out. */
export function constantOf(places: readonly FlowNode[], tracer: ShellTracer): string | null {
  const [only] = places;
  return places.length === 1 && only !== undefined ? tracer.constantAt(only) : null;
}

export function copyConstant(from: readonly FlowNode[], to: FlowNode, tracer: ShellTracer): void {
  const text = constantOf(from, tracer);
  if (text !== null) tracer.setConstant(to, text);
}

/** An unknown command outputs what it is given. */
export const passOn: Effect = ({ input, output, args, tracer }) => {
  tracer.graph.connect(input, output);
  for (const word of args) tracer.graph.connect(tracer.placesOf(word), output);
  if (args.length === 0) copyConstant(input, output, tracer);
};
