import type { Instruction } from './parse-dockerfile.ts';

/** The instruction has nothing but the here-document, which is a script. */
const ALONE = /^<<-?(["']?)[A-Za-z_]\w*\1$/;
/** A shell reads the here-document. Behind a quote, an escape or a comment it might be none. */
const READ_BY_SHELL = /^(?:[^"'\\`#(]*\s)?<<(-?)(["']?)([A-Za-z_]\w*)\2(?:\s|$)/;
const OPERATOR = /<</g;
/** A shell is started with all of it as one argument, for which Linux has room for 128 KiB. */
const MOST_BYTES = 64 * 1024;

/**
 * The words of a `RUN` that does on one line what another one does with a here-document, so that no builder has to find its
 * end. What it runs is encoded, and decoded by the shell that runs it. `null` if builders or shells could read it differently.
 */
export function withoutDocument({ words, documents, isWhole, line }: Instruction): string | null {
  const [document] = documents;
  if (document === undefined || !isWhole || words.match(OPERATOR)?.length !== 1) return null;
  const isScript = ALONE.test(words);
  const [, dash, , name] = READ_BY_SHELL.exec(words) ?? [];
  if (!isScript && (name === undefined || dash === undefined)) return null;
  const script = isScript ? document : `${words}\n${document}${name}\n`;
  const bytes = Buffer.from(script);
  if (bytes.length > MOST_BYTES) return null;
  const decoded = `printf %s ${bytes.toString('base64')} | base64 -d`;
  const label = `: here-document in line ${line};`;
  return isScript && document.startsWith('#!')
    ? `${label} ${started(decoded)}`
    : `${label} ${shell(decoded)}`;
}

/** A last line keeps the substitution from cutting off the line break behind the end of a here-document. */
function shell(decoded: string): string {
  return `eval "$(${decoded}; echo '#')"`;
}

/** A script that says itself what runs it. */
function started(decoded: string): string {
  return `script=$(mktemp) && ${decoded} > "$script" && chmod 755 "$script" && "$script"; status=$?; rm -f "$script"; exit $status`;
}
