import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { FlowNode } from '../graph.ts';
import { isSecretName } from '../naming/names.ts';
import type { Ledger } from './ledger.ts';
import { boundNames } from './program-syntax.ts';
import type { Scope } from './scopes.ts';
import { NOTHING, type Value } from './value.ts';

const METHOD = /^(?:get|pop|items|copy|values|keys|setdefault)$/;

/** `os.environ[key]` or `process.env.KEY`. A method of the environment is a name to be called. */
export function environmentEntry(
  { name }: Value,
  key: string | null,
  node: SyntaxNode,
  ledger: Ledger,
): Value {
  if (key === 'HOME') return { ...NOTHING, text: '~' };
  if (key !== null && METHOD.test(key)) return { ...NOTHING, name: `${name}.${key}` };
  const place = ledger.place('env', node);
  if (key !== null) ledger.noteVariable(key, place, node);
  return { ...NOTHING, places: [place] };
}

export function wholeEnvironment(node: SyntaxNode, ledger: Ledger): FlowNode {
  const place = ledger.place('env', node);
  ledger.source('environment', place, 'all of it', node);
  return place;
}

/** `const { KEY } = process.env`. */
export function environmentEntries(target: SyntaxNode, scope: Scope, ledger: Ledger): void {
  for (const name of boundNames(target, ledger.region.text))
    if (isSecretName(name)) ledger.source('environment-key', scope.place(name), name, target);
}

/** `document.cookie`. */
export function cookies(node: SyntaxNode, ledger: Ledger): FlowNode {
  const place = ledger.place('cookie', node);
  ledger.source('surveillance', place, 'cookies', node, true);
  return place;
}
