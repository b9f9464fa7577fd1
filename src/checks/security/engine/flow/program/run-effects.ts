import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { FlowNode } from '../graph.ts';
import type { InnerCode } from '../inner-code.ts';
import { fileNode } from '../naming/names.ts';
import type { FoldedCall } from './fold-call.ts';
import type { Ledger } from './ledger.ts';
import { placesOf, type Value } from './value.ts';

/** A text is run as code of the same language. */
export function traceCodeCall({ name, args, node }: FoldedCall, ledger: Ledger): FlowNode[] {
  const code = name === 'Function' ? args.at(-1) : args[0];
  if (code === undefined) return [];
  const place = ledger.place('exec', node);
  ledger.sink('execution', place, name, node);
  ledger.graph.connect(code.places, place);
  return runText(code, ledger.language, node, ledger);
}

/** A command is a text for a shell, or a list whose first item is the program. */
export function traceCommandCall({ name, args, node }: FoldedCall, ledger: Ledger): FlowNode[] {
  const [command, list] = args;
  if (command === undefined) return [];
  const items =
    command.items ?? (list?.items != null && command.text !== null ? [command, ...list.items] : null);
  const place = ledger.place('exec', node);
  ledger.sink('execution', place, name, node);
  if (items !== null) return runList(items, command, place, node, ledger);
  if (isWholeCommand(command.text)) ledger.graph.connect(command.places, place);
  return runText(command, 'bash', node, ledger);
}

const RUNS_TEXT = /(?:^|\/)(?:ba|z|da)?sh$|^python3?$|^node$|^cmd/;

function runList(
  items: readonly Value[],
  command: Value,
  place: FlowNode,
  node: SyntaxNode,
  ledger: Ledger,
): FlowNode[] {
  const [program, , code] = items;
  ledger.graph.connect(program?.places ?? [], place, 'open');
  if (RUNS_TEXT.test(program?.text ?? '')) ledger.graph.connect(code?.places ?? [], place);
  sendByCommand(items, node, ledger);
  const text = wordsOf(items);
  return text === null ? [] : runText({ ...command, text }, 'bash', node, ledger);
}

function runText(code: Value, language: InnerCode['language'], node: SyntaxNode, ledger: Ledger): FlowNode[] {
  if (code.text === null) return [];
  const layers = layersOf(code, ledger);
  const inner = ledger.runInner({ language, text: code.text, offset: node.start, layers });
  return inner === null ? [] : [inner];
}

/** A text that the program itself decoded is shown in its decoded form. */
function layersOf({ places }: Value, ledger: Ledger): InnerCode['layers'] {
  const decoded = places.map((place) => ledger.texts.get(place)).find((text) => text !== undefined);
  return decoded === undefined ? [] : [{ encoding: 'decoded by the script', decoded }];
}

/** A value inserted as an argument of a command is not run; one at the start, or after `sh -c`, is. */
function isWholeCommand(text: string | null): boolean {
  if (text === null || !text.includes('{}')) return true;
  return /^\s*["']?\{\}|\b(?:sh|bash|zsh|eval|python3?|node)(?:\s+-[ce])?\s+["']?\{\}/.test(text);
}

const CLIENT = /^(?:curl|wget|nc|ncat|scp|rsync)$/;

/** `['curl', '-d', secret, url]`: values that are not written out still leave. */
function sendByCommand(items: readonly Value[], node: SyntaxNode, ledger: Ledger): void {
  if (!CLIENT.test(items[0]?.text ?? '')) return;
  const sent = ledger.place('net', node);
  const url = items.find(({ text }) => text?.includes('://') === true)?.text ?? '';
  ledger.sink('network', sent, url, node);
  ledger.graph.connect(placesOf(items.slice(1)), sent);
}

function wordsOf(items: readonly Value[]): string | null {
  const texts = items.map(({ text }) => text);
  if (texts.some((text) => text === null)) return null;
  return texts.map((text) => `'${text?.replaceAll("'", "'\\''")}'`).join(' ');
}

/** A file is opened as if by a double click. */
export function launch({ name, args, node }: FoldedCall, place: FlowNode, ledger: Ledger): void {
  ledger.sink('install', place, name, node);
  ledger.graph.connect(placesOf(args), place, 'open');
  const path = args[0]?.text ?? null;
  if (path !== null) ledger.graph.connect([fileNode(path)], place, 'open');
}
