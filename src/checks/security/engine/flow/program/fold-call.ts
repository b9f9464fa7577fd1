import type { SyntaxNode } from '../../syntax/script-parser.ts';
import { moduleName } from './imports.ts';
import type { Ledger } from './ledger.ts';
import { MAX_CONSTANT, NOTHING, placesOf, type Value } from './value.ts';

export type FoldedCall = {
  node: SyntaxNode;
  name: string;
  /** The receiver of a method; for a plain function, the function. */
  target: Value;
  args: readonly Value[];
};

const IMPORTS = /^(?:require|import|(?:module\.)?createRequire\(\)|__import__|importlib\.import_module)$/;
const HOME = /^(?:os\.homedir|pathlib\.Path\.home|Path\.home)$/;
const JOINS_PATH =
  /^(?:os\.path\.join|path\.(?:join|resolve)|posixpath\.join|pathlib\.Path|Path)$|\.joinpath$/;
/** Methods that return their receiver, and functions that return their argument. */
const KEEPS_RECEIVER = /\.(?:decode|encode|strip|rstrip|trim|lower|toString|expanduser|resolve|absolute)$/;
const KEEPS_ARGUMENT =
  /^(?:str|bytes|String|Path|pathlib\.(?:Posix)?Path|os\.path\.(?:expanduser|abspath|expandvars|normpath|realpath)|path\.(?:resolve|normalize))$/;

/** The result of a call, if it is known without running it: joined paths, texts, modules; otherwise null. */
export function foldCall(call: FoldedCall, ledger: Ledger): Value | null {
  const { name, target, args } = call;
  const [first, second] = args;
  if (IMPORTS.test(name)) return first?.text == null ? null : { ...NOTHING, name: moduleName(first.text) };
  if (name === 'getattr' && first?.name != null && second?.text != null)
    return { ...NOTHING, name: `${first.name}.${second.text}` };
  if (HOME.test(name)) return { ...NOTHING, text: '~' };
  if (JOINS_PATH.test(name) && args.length > 1) return joinedPath(call, ledger);
  if (KEEPS_ARGUMENT.test(name)) return kept(first, name);
  if (KEEPS_RECEIVER.test(name)) return kept(target, name);
  return name.endsWith('.join') ? joinedText(call, ledger) : null;
}

function kept(value: Value | undefined, name: string): Value | null {
  if (value === undefined || value.text === null) return null;
  return {
    ...NOTHING,
    text: value.text,
    places: value.places,
    name: name.endsWith('Path') ? `${name}()` : null,
  };
}

function joinedPath({ args, node }: FoldedCall, ledger: Ledger): Value {
  const text = args.map((arg) => arg.text ?? '').join('/');
  return { ...NOTHING, text, places: [...ledger.noteText(text, node), ...placesOf(args)] };
}

/** `''.join([…])` in Python, `[…].join('')` in JavaScript. */
function joinedText({ target, args: [first], node }: FoldedCall, ledger: Ledger): Value | null {
  const [items, glue] =
    target.items === null ? [first?.items, target.text] : [target.items, first?.text ?? ','];
  if (items == null || items.some(({ text }) => text === null)) return null;
  const text = items
    .map((item) => item.text)
    .join(glue ?? '')
    .slice(0, MAX_CONSTANT);
  return { ...NOTHING, text, places: ledger.noteText(text, node) };
}
