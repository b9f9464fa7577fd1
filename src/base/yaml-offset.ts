import { type Document, isMap, isNode, isScalar, type Node } from 'yaml';
import type { Complaint } from './schema-complaint.ts';

/** The offset that a complaint points to. For a missing value, that is where its parent starts. */
export function offsetOf(document: Document, { path, about }: Pick<Complaint, 'path' | 'about'>): number {
  const key = about === 'key' ? keyNode(document, path) : null;
  return key?.range?.[0] ?? nearestValue(document, path)?.range?.[0] ?? 0;
}

function keyNode(document: Document, path: readonly PropertyKey[]): Node | null {
  const parent = nodeAt(document, path.slice(0, -1));
  if (!isMap(parent)) return null;
  const keys = parent.items.map((pair) => pair.key).filter((key) => isScalar(key));
  return keys.find((key) => key.value === path.at(-1)) ?? null;
}

function nearestValue(document: Document, path: readonly PropertyKey[]): Node | null {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = nodeAt(document, path.slice(0, depth));
    if (node !== null) return node;
  }
  return null;
}

function nodeAt(document: Document, path: readonly PropertyKey[]): Node | null {
  const node = document.getIn(path, true);
  return isNode(node) ? node : null;
}
