import type { TreeEntry } from '../../src/contracts/evidence.ts';
import type { FileTree } from '../../src/sandbox/sandbox.ts';

type Left = { kind: TreeEntry['kind']; target?: string; size?: number; content?: Uint8Array };

export const file = (content: string | Uint8Array): Left => ({
  kind: 'file',
  content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});
export const link = (target: string): Left => ({ kind: 'symlink', target });
export const FOLDER: Left = { kind: 'directory' };

/** The tree of what stands at each path. */
export function treeOf(left: Record<string, Left>): FileTree {
  const entries = Object.entries(left).map(([path, { kind, target = null, size = 0 }]): TreeEntry => {
    return {
      path,
      kind,
      mode: 0o644,
      owner: 10_001,
      size,
      digest: null,
      attributes: null,
      target,
      content: null,
    };
  });
  const contents = new Map(
    Object.entries(left).flatMap(([path, { content }]) =>
      content === undefined ? [] : [[path, content] as const],
    ),
  );
  return { entries, contents, attributes: new Map(), isComplete: true, absent: [] };
}
