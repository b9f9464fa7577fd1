import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { FlowNode } from '../graph.ts';
import { exportNode } from '../naming/names.ts';
import { effectOfCall } from './calls.ts';
import { writeOpened } from './file-effects.ts';
import type { FoldedCall } from './fold-call.ts';
import type { Ledger } from './ledger.ts';
import { parametersOf, roleOf } from './program-syntax.ts';
import { type Callable, scopePrefix } from './scopes.ts';
import { isEnvironment, placesOf, receiverOf, type Value } from './value.ts';

export type Callables = ReadonlyMap<string, readonly Callable[]>;

/** Methods that put their arguments into their receiver. */
const MUTATORS =
  /\.(?:append|update|extend|add|push|unshift|set|setdefault|insert|write|writelines|put|concat|attach|end|field|feed|add_header|setRequestHeader|setHeader|set_payload|writestr)$/;
/** Commands whose output tells something about the user or the machine. */
const TELLING_COMMAND =
  /^\s{0,3}(?:printenv|env|cat|security|whoami|hostname|git\s{1,3}(?:config|remote|log|diff)|history|gh\s{1,3}auth)\b/;

/** A call passes on its arguments, changes its receiver, and enters functions of the program. */
export function passOnValue(
  call: FoldedCall,
  argumentNodes: readonly SyntaxNode[],
  callables: Callables,
  ledger: Ledger,
): FlowNode {
  const { node, name, target, args } = call;
  const place = ledger.place('call', node);
  const isShell = effectOfCall(name)?.kind === 'shell';
  const given = isShell ? placesOf(args.slice(0, 1)) : placesOf(args.filter(isHandedOn(args)));
  ledger.graph.connect([...target.places, ...given], place);
  if (name.endsWith('.pipe')) for (const to of given) ledger.graph.connect(target.places, to);
  if (MUTATORS.test(name)) ledger.graph.connect(given, receiverOf(target) ?? place);
  if (/\.write(?:lines)?$/.test(name)) writeOpened(target, args, node, ledger);
  enter(call, place, callables, ledger);
  const back = [...target.places, place];
  for (const arg of args) if (arg.name !== null) handOver(callables.get(arg.name), back, place, ledger);
  for (const child of argumentNodes) if (roleOf(child) === 'function') callBack(child, back, ledger);
  return place;
}

/**
 * The options that a command is started with do not show in its output; nor does an environment of which only
 * one entry is picked.
 */
function isHandedOn(args: readonly Value[]): (arg: Value, index: number) => boolean {
  return ({ name }, index) => !isEnvironment(name) || !ENTRY.test(args[index + 1]?.text ?? '');
}

const ENTRY = /^[A-Z][A-Z0-9_]{1,60}$/;

/** A call of a function that the program or another script defines. */
function enter(call: FoldedCall, place: FlowNode, callables: Callables, ledger: Ledger): void {
  const { node, name, args } = call;
  const { graph } = ledger;
  const dot = name.lastIndexOf('.');
  const own = callables.get(name.slice(dot + 1));
  if (own === undefined && dot > 0) {
    const other = exportNode(name.slice(0, dot), name.slice(dot + 1));
    for (const [index, arg] of args.entries()) graph.connect(arg.places, `${other}(${index})`);
    graph.connect([other], place);
  }
  if (own !== undefined) runGiven(args[0], node, place, ledger);
  for (const { parameters, result } of own ?? []) {
    for (const [index, parameter] of parameters.entries())
      for (const one of parameter) graph.connect(args[index]?.places ?? [], one);
    graph.connect([result], place);
  }
}

/** A command that is passed to a function of the program to run. */
function runGiven(command: Value | undefined, { start }: SyntaxNode, place: FlowNode, ledger: Ledger): void {
  if (command === undefined || command.text === null || !TELLING_COMMAND.test(command.text)) return;
  const output = ledger.runInner({ language: 'bash', text: command.text, offset: start, layers: [] });
  if (output !== null) ledger.graph.connect([output], place);
}

/** `list.map(load)`: the function is passed by name. */
function handOver(
  callables: readonly Callable[] | undefined,
  given: readonly FlowNode[],
  place: FlowNode,
  { graph }: Ledger,
): void {
  for (const { parameters, result } of callables ?? []) {
    for (const one of parameters[0] ?? []) graph.connect(given, one);
    graph.connect([result], place);
  }
}

/** A function that is passed as an argument receives the result of the call. */
function callBack(node: SyntaxNode, given: readonly FlowNode[], ledger: Ledger): void {
  const prefix = scopePrefix(ledger.prefix, node);
  for (const name of parametersOf(node, ledger.region.text).flat())
    ledger.graph.connect(given, `var:${prefix}:${name}`);
}
