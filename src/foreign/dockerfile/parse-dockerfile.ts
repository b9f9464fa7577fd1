/** One instruction of a Dockerfile. */
export type Instruction = {
  /** In capitals. */
  keyword: string;
  /** What follows it, with continued lines joined and comments left out. */
  words: string;
  /** As it stands there, here-documents included; joined to one line above them if its file has an unusual escape character. */
  source: string;
  /** The lines of its here-documents, each behind its line break; empty if it has none. */
  below: string;
  /** The here-documents that it reads, in their order. */
  documents: readonly string[];
  /** Whether each of them has its end. */
  isWhole: boolean;
  /** Counted from 1. */
  line: number;
};

const USUAL_ESCAPE = '\\';
const ESCAPE = /^#\s*escape\s*=\s*([\\`])\s*$/i;
const DIRECTIVE = /^#\s*\w+\s*=/;
const COMMENT = /^\s*#/;
const KEYWORD = /^\s*([a-z]+)/i;
const HERE_DOCUMENT = /(?<!<)<<(-?)(["']?)([A-Za-z_]\w*)\2/g;
const READS_DOCUMENTS = new Set(['RUN', 'COPY', 'ADD']);

/** Reads the instructions of a Dockerfile as its reference defines them. What is no instruction has an unknown keyword. */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text.split(/\r?\n/);
  const continuation = escapeOf(lines);
  const found: Instruction[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || COMMENT.test(line)) {
      at += 1;
      continue;
    }
    const logical = logicalLine(lines, at, continuation);
    const [start = '', keyword = ''] = KEYWORD.exec(logical.text) ?? [];
    const words = start === '' ? '' : logical.text.slice(start.length);
    const documents = hereDocuments(lines, logical.end, keyword.toUpperCase(), words);
    const asWritten = lines.slice(at, documents.end).join('\n');
    const below = lines
      .slice(logical.end, documents.end)
      .map((line) => `\n${line}`)
      .join('');
    const joined = `${keyword.toUpperCase()} ${words.trim()}${below}`;
    const source = continuation === USUAL_ESCAPE ? asWritten : joined;
    found.push({
      ...{ keyword: keyword.toUpperCase(), words: words.trim(), source, below },
      ...{ documents: documents.texts, isWhole: documents.isWhole, line: at + 1 },
    });
    at = documents.end;
  }
  return found;
}

/** Directives stand before everything else. */
function escapeOf(lines: readonly string[]): string {
  for (const line of lines) {
    if (!DIRECTIVE.test(line)) return USUAL_ESCAPE;
    const [, character] = ESCAPE.exec(line) ?? [];
    if (character !== undefined) return character;
  }
  return USUAL_ESCAPE;
}

/**
 * A line with those that continue it, joined as an engine joins them: without anything between, so that a word may be
 * continued too. Comments and empty lines in between are left out. `end` is the line after them.
 */
function logicalLine(
  lines: readonly string[],
  start: number,
  continuation: string,
): { text: string; end: number } {
  let text = '';
  let end = start;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    end += 1;
    if (end - 1 > start && (line.trim() === '' || COMMENT.test(line))) continue;
    const whole = line.trimEnd();
    const isContinued = whole.endsWith(continuation);
    text += isContinued ? whole.slice(0, -1) : line;
    if (!isContinued) break;
  }
  return { text, end };
}

function hereDocuments(
  lines: readonly string[],
  start: number,
  keyword: string,
  words: string,
): { texts: string[]; end: number; isWhole: boolean } {
  const texts: string[] = [];
  let end = start;
  let isWhole = true;
  if (!READS_DOCUMENTS.has(keyword)) return { texts, end, isWhole };
  for (const [, dash, , name] of words.matchAll(HERE_DOCUMENT)) {
    let body = '';
    for (; end < lines.length; end++) {
      const line = dash === '-' ? (lines[end] ?? '').replace(/^\t+/, '') : (lines[end] ?? '');
      if (line === name) break;
      body += `${line}\n`;
    }
    texts.push(body);
    isWhole &&= end < lines.length;
    end = Math.min(end + 1, lines.length);
  }
  return { texts, end, isWhole };
}
