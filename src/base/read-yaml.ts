import { LineCounter, parseDocument } from 'yaml';
import { AssayError, messageOf } from './assay-error.ts';
import type { LocatedValue, Misfit } from './located-value.ts';
import { endOfTokens } from './yaml-extent.ts';
import { yamlFault } from './yaml-fault.ts';
import { offsetOf } from './yaml-offset.ts';

export type ReadYamlOptions = {
  maxDepth?: number;
  /** Words, marks and blanks; a text in quotation marks or in a block counts as one. */
  maxTokens?: number;
  /** Aliases and merge keys, as other tools take them. They may repeat this much and no more. */
  mayHaveAliases?: boolean;
};

const MAX_ALIASES = 100;
/** Many times what the largest suites have, and little enough to be parsed at once. */
const MAX_TOKENS = 500_000;

/**
 * Reads a YAML text. An error names the file, line and column. Aliases are refused unless they are asked for, so that a
 * small text cannot expand into a large one.
 */
export function readYaml(text: string, file: string, options: ReadYamlOptions = {}): LocatedValue {
  const read = tryYaml(text, file, options);
  if (!('misfit' in read)) return read;
  const { place, message } = read.misfit;
  throw new AssayError('INPUT_INVALID', `${file}:${place}: ${message}`);
}

/** The same for a text that may be anything: the first place that is no YAML is returned. */
export function tryYaml(
  text: string,
  file: string,
  { maxDepth, maxTokens = MAX_TOKENS, mayHaveAliases = false }: ReadYamlOptions = {},
): LocatedValue | { misfit: Misfit } {
  const end = endOfTokens(text, maxTokens);
  if (end !== null) return { misfit: tooLarge(text.slice(0, end), maxTokens) };
  const lines = new LineCounter();
  const document = parseDocument(text, {
    ...{ lineCounter: lines, prettyErrors: false, stringKeys: true, merge: mayHaveAliases },
    // The parser would compare each key with all before it: `yamlFault` finds the ones that occur twice.
    uniqueKeys: false,
  });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${line}:${col}`;
  };
  const fault = yamlFault(document, { maxDepth, mayHaveAliases });
  if (fault !== null) return { misfit: { place: at(fault.offset), message: fault.message } };
  return { file, value: plainValue(document, file), placeOf: (pointer) => at(offsetOf(document, pointer)) };
}

/** `before` is the part of the text that was still within the limit. */
function tooLarge(before: string, maxTokens: number): Misfit {
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  const message = `expected at most ${maxTokens} tokens of YAML, found more. Split the file, or leave some of it out`;
  return { place: `${line}:${column}`, message };
}

function plainValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    const message = `${file}: its aliases cannot be followed: ${messageOf(cause)}. Write the values out`;
    throw new AssayError('INPUT_INVALID', `${message}.`, { cause });
  }
}
