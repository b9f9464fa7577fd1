import { locationOf } from '../../known/locations.ts';
import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { FlowNode } from '../graph.ts';
import { fileNode } from '../naming/names.ts';
import type { Ledger } from './ledger.ts';
import { NOTHING, placesOf, type Value } from './value.ts';

/** The content of an opened file moves on; a file opened for writing also receives what is written to it. */
export function openFile(args: readonly Value[], place: FlowNode, node: SyntaxNode, ledger: Ledger): void {
  const [path] = args;
  if (path === undefined) return;
  ledger.graph.connect(path.places, place, 'open');
  const isUnknown = path.text === null || UNKNOWN_PATH.test(path.text);
  ledger.source(isUnknown ? 'file' : 'named-file', place, isUnknown ? 'a file' : 'one file', node);
  if (path.text !== null) ledger.graph.connect([fileNode(path.text)], place, 'open');
  if (!args.slice(1).some(isWritingMode)) return;
  writeFile(path, [{ ...NOTHING, places: [place] }], node, ledger);
  if (path.text !== null) ledger.opened.set(place, path.text);
}

/** Matches paths whose parts are only known at run time. */
const UNKNOWN_PATH = /^[/{}]*$|\{\}$/;

function isWritingMode({ text, key }: Value): boolean {
  return (
    (key === null || key === 'mode') && text !== null && /^[rwaxbt+]{1,4}$/.test(text) && /[wax+]/.test(text)
  );
}

/** The receiver is a path that is read by its own method: `path.read_text()`. */
export function openReceiver(target: Value, place: FlowNode, node: SyntaxNode, ledger: Ledger): void {
  ledger.graph.connect(target.places, place, 'open');
  ledger.source('named-file', place, 'one file', node);
  if (target.text !== null) ledger.graph.connect([fileNode(target.text)], place, 'open');
}

/** A recorder is given the name of the file that it writes. */
export function recordInto(args: readonly Value[], place: FlowNode, { graph }: Ledger): void {
  for (const { text } of args)
    if (text !== null && FILE_NAME.test(text)) graph.connect([place], fileNode(text));
}

const FILE_NAME = /^[\w./~{}-]{1,200}\.\w{2,4}$/;

export function copyFile([from, to]: readonly Value[], ledger: Ledger): void {
  if (from === undefined || to === undefined) return;
  const places = from.text === null ? from.places : [...from.places, fileNode(from.text)];
  for (const place of to.places) ledger.graph.connect(places, place, 'open');
  if (to.text !== null) ledger.graph.connect(places, fileNode(to.text), 'open');
}

export function writeFile(path: Value, content: readonly Value[], node: SyntaxNode, ledger: Ledger): void {
  const places = placesOf(content);
  for (const one of path.places) ledger.graph.connect(places, one);
  if (path.text === null) return;
  const file = fileNode(path.text);
  ledger.graph.connect(places, file);
  const location = locationOf(path.text);
  if (location?.kind === 'startup') {
    ledger.sink('startup', file, location.store, node);
    for (const { text } of content)
      if (text !== null) ledger.runInner({ language: 'bash', text, offset: node.start, layers: [] });
  }
  if (location?.kind === 'agent-memory' || location?.kind === 'agent-settings')
    ledger.sink('agent-file', file, location.store, node);
}

/** `handle.write(…)`: the handle knows the path that it was opened with. */
export function writeOpened(target: Value, args: readonly Value[], node: SyntaxNode, ledger: Ledger): void {
  const path = target.places.map((place) => ledger.opened.get(place)).find((one) => one !== undefined);
  if (path !== undefined) writeFile({ ...NOTHING, text: path }, args, node, ledger);
}
