import { posix } from 'node:path';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import type { WorkspaceCopy } from './workspace-copy.ts';

/** The result of a look at a path: nothing, something that is no readable file, or a file. */
type Found =
  | { kind: 'nothing' }
  | { kind: 'no file'; why: string }
  /** `end` is where the file itself stands, if the path goes through links. */
  | { kind: 'file'; content: Uint8Array; end: string };

/** Looks at a path of the workspace as the agent would see it: a link that leads nowhere exists, too. */
export function workspaceFile(path: string, { original: { places, contents } }: WorkspaceCopy): Found {
  const place = places.find(posix.join(WORKSPACE, path));
  if (place === null) return { kind: 'nothing' };
  const { end } = places.follow(place);
  if (end === null) return { kind: 'no file', why: 'is a link that leads nowhere' };
  const { stands } = end;
  if (stands.kind === 'unknown' || stands.kind === 'system')
    return { kind: 'no file', why: `cannot be read: it is a link to ${end.path}, which is not copied` };
  if (stands.kind !== 'entry' || stands.entry.kind !== 'file')
    return { kind: 'no file', why: 'is not a file' };
  const { entry } = stands;
  const content = contents.get(entry.path);
  if (content !== undefined) return { kind: 'file', content, end: end.path };
  const why = `cannot be read: it is a file of ${entry.size} bytes, more than is read`;
  return { kind: 'no file', why };
}
