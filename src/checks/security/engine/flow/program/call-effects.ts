import { decodeWith, type Encoding } from '../../decode/encodings.ts';
import type { FlowNode } from '../graph.ts';
import { fileNode } from '../naming/names.ts';
import type { CallEffect } from './calls.ts';
import { copyFile, openFile, openReceiver, recordInto, writeFile } from './file-effects.ts';
import type { FoldedCall } from './fold-call.ts';
import type { Ledger } from './ledger.ts';
import { field } from './program-syntax.ts';
import { launch, traceCodeCall, traceCommandCall } from './run-effects.ts';
import { NOTHING, placesOf, receiverOf } from './value.ts';

/** Records what a call does. Returns the places of its result, besides the call's own. */
export function applyEffect(
  effect: CallEffect,
  call: FoldedCall,
  place: FlowNode,
  ledger: Ledger,
): FlowNode[] {
  const { node, name, target, args } = call;
  switch (effect.kind) {
    case 'open':
      openFile(args, place, node, ledger);
      return [];
    case 'open-receiver':
      openReceiver(target, place, node, ledger);
      return [];
    case 'copy':
      copyFile(args, ledger);
      return [];
    case 'write':
      write(call, ledger);
      if (name.endsWith('createWriteStream')) openForWriting(call, place, ledger);
      return [];
    case 'save':
      for (const path of args.slice(0, 1)) writeFile(path, [target], node, ledger);
      return [];
    case 'archive':
      for (const target of args.slice(0, 1))
        writeFile(target, [{ ...NOTHING, places: [place] }], node, ledger);
      return [];
    case 'archive-add':
      for (const { places } of args.slice(0, 1))
        ledger.graph.connect(places, receiverOf(target) ?? place, 'open');
      return [];
    case 'network':
      request(call, place, ledger);
      return [];
    case 'download':
      download(call, place, ledger);
      return [];
    case 'header':
      ledger.graph.connect(placesOf(args), receiverOf(target) ?? place, 'header');
      return [];
    case 'code':
      return traceCodeCall(call, ledger);
    case 'shell':
      return traceCommandCall(call, ledger);
    case 'launch':
      launch(call, place, ledger);
      return [];
    case 'deserialize':
      ledger.sink('execution', place, name, node);
      for (const { text } of args.slice(0, 1))
        if (text !== null) ledger.graph.connect([fileNode(text)], place, 'open');
      return [];
    case 'environment-key':
      environmentKey(call, place, ledger);
      return [];
    case 'source':
      ledger.source(effect.source, place, effect.detail, node, effect.isPersonal);
      if (effect.source === 'surveillance') recordInto(args, place, ledger);
      return [];
    case 'decode':
      decode(effect.encoding, call, place, ledger);
      return [];
    case 'decode-as': {
      const encoding = ENCODING_NAMES[args[1]?.text ?? ''];
      if (encoding !== undefined) decode(encoding, call, place, ledger);
      return [];
    }
  }
}

/** The path is the first argument of a function, or the receiver of a method. */
function write({ target, args, node }: FoldedCall, ledger: Ledger): void {
  const [first, ...rest] = args;
  if (first !== undefined && rest.length > 0) writeFile(first, rest, node, ledger);
  else writeFile(target, args, node, ledger);
}

/** Whatever is piped into the stream ends up in the file. */
function openForWriting({ args: [path], node }: FoldedCall, place: FlowNode, ledger: Ledger): void {
  if (path !== undefined) writeFile(path, [{ ...NOTHING, places: [place] }], node, ledger);
}

const LOOKS_LIKE_URL = /^\w+:\/\/|\.\w|^\{\}/;
const ONLY_SENDS = /\.(?:send|sendall|write|end)$/;

/** The arguments of a request leave the machine; its result comes from outside. */
function request({ name, args, node }: FoldedCall, place: FlowNode, ledger: Ledger): void {
  const texts = args.map(({ text, items }) => text ?? items?.[0]?.text ?? null);
  const url = texts.find((text) => text !== null && LOOKS_LIKE_URL.test(text)) ?? '';
  const sent = ledger.place('net', node);
  ledger.sink('network', sent, url, node);
  ledger.graph.connect([place], sent);
  if (!ONLY_SENDS.test(name)) ledger.source('remote', place, url, node);
}

function download(call: FoldedCall, place: FlowNode, ledger: Ledger): void {
  const [url, path] = call.args;
  request({ ...call, args: url === undefined ? [] : [url] }, place, ledger);
  if (path === undefined) return;
  if (path.text !== null) ledger.graph.connect([place], fileNode(path.text));
  for (const one of path.places) ledger.graph.connect([place], one);
}

function environmentKey({ args: [name], node }: FoldedCall, place: FlowNode, ledger: Ledger): void {
  if (name === undefined) return;
  if (name.text === null) ledger.graph.connect(name.places, place, 'open');
  else ledger.noteVariable(name.text, place, node);
}

const ENCODING_NAMES: Readonly<Record<string, Encoding>> = {
  base64: 'base64',
  base64url: 'base64',
  hex: 'hex',
  rot13: 'rot13',
  rot_13: 'rot13',
};

/** Matches written-out character codes: if variables are among them, it is ordinary text handling. */
const CODES = /^(?:(?:0x[0-9a-f]+|\d+),){3,}/i;

function decode(encoding: Encoding | null, call: FoldedCall, place: FlowNode, ledger: Ledger): void {
  const isCodes = encoding === 'character codes';
  const literal = isCodes ? argumentTexts(call, ledger) : (call.args[0]?.text ?? null);
  if (isCodes && !CODES.test(literal ?? '')) return;
  const decoded = encoding === null || literal === null ? null : decodeWith(encoding, literal);
  ledger.source('decoded', place, decoded ?? '', call.node);
  if (decoded !== null) ledger.texts.set(place, decoded);
}

function argumentTexts({ node }: FoldedCall, ledger: Ledger): string {
  const list = field(node, 'arguments')?.children ?? [];
  return list.map((argument) => ledger.raw(argument)).join(',');
}
