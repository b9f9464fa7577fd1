import { locationOf } from '../../known/locations.ts';
import type { At, FlowGraph, FlowNode } from '../graph.ts';

/**
 * The place of a file. Its name is the same in every script of a skill, so that flows cross files. Under
 * `/tmp` the extension is dropped, because a bundle may be packed and renamed before it leaves.
 */
export function fileNode(path: string): FlowNode {
  const plain = path
    .replace(/^\$\{?HOME\}?\//, '~/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/^["']|["']$/g, '');
  return `file:${plain.startsWith('/tmp/') ? plain.replace(/(?:\.\w{1,5}){1,2}$/, '') : plain}`;
}

/** The place of an exported value, by the module's name without folder and extension, as imports spell it. */
export function exportNode(module: string, name: string): FlowNode {
  const stem =
    module
      .replace(/\.[mc]?[jt]sx?$|\.py$/, '')
      .split(/[./]/)
      .at(-1) ?? '';
  return `export:${stem}.${name}`;
}

/** Starts a flow at a written-out path if it names a place worth guarding. */
export function notePath(graph: FlowGraph, path: string, place: FlowNode, at: At): void {
  const location = locationOf(path);
  if (location === null) return;
  const { kind, store } = location;
  if (kind === 'secret')
    graph.sources.push({ kind: 'place', place, detail: store, isPersonal: location.isPersonal, at });
  else if (kind === 'environment-file')
    graph.sources.push({ kind: 'place', place, detail: store, isPersonal: false, at });
  else if (kind === 'history')
    graph.sources.push({ kind: 'place', place, detail: store, isPersonal: true, at });
}

const SECRET_NAME =
  /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?|AUTH|PRIVATE_KEY|MNEMONIC|PAT)(?:_|$|\d)/i;
const PUBLIC_NAME = /PUBLIC|PUBLISHABLE|ANON|CLIENT_ID|_URL$|_HOST$|_FILE$|_PATH$|_NAME$|_ID$/i;

/** Whether the name of an environment variable suggests that it holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !PUBLIC_NAME.test(name);
}
