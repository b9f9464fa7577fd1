import type { SyntaxNode } from '../../syntax/script-parser.ts';
import { unescapeAnsi } from '../shell/read-shell.ts';
import type { Ledger } from './ledger.ts';
import { MAX_CONSTANT, type Value } from './value.ts';

const LITERAL_PART = /^(?:string_content|string_fragment|escape_sequence)$/;
const FILLED_PART = /^(?:interpolation|template_substitution)$/;

/** The parts of a template that are only known at run time. */
export function filledParts({ children }: SyntaxNode): SyntaxNode[] {
  return children.filter(({ type }) => FILLED_PART.test(type));
}

/** The text of a string; `{}` stands for each unknown part. */
export function literalText(node: SyntaxNode, filled: readonly Value[], ledger: Ledger): string {
  if (node.children.length === 0) return ledger.raw(node).replace(/^['"`]+|['"`]+$/g, '');
  const isRaw = ledger.language === 'python' && /^[a-z]{0,2}r/i.test(ledger.raw(node));
  let next = 0;
  const parts = node.children.map((child) => {
    if (FILLED_PART.test(child.type)) return filled[next++]?.text ?? '{}';
    if (!LITERAL_PART.test(child.type)) return '';
    return isRaw ? ledger.raw(child) : unescapeAnsi(ledger.raw(child));
  });
  return parts.join('').slice(0, MAX_CONSTANT);
}
