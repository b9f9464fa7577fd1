import type { Identity } from '../regions/identity.ts';
import type { Region } from '../regions/region.ts';
import { isParsable } from '../syntax/is-parsable.ts';
import {
  MAX_PARSED,
  MAX_PARSED_AT_ONCE,
  MAX_PARSED_IN_PIECES,
  MAX_PARSES,
  MAX_PIECES,
  MAX_TELLING_LINES,
} from '../syntax/parse-limits.ts';
import type { ParsedLanguage, ParsedTree, ScriptParser, SyntaxNode } from '../syntax/script-parser.ts';
import { FlowGraph, type FlowNode } from './graph.ts';
import type { InnerCode } from './inner-code.ts';
import {
  hasCommand,
  type Look,
  lookAt,
  looksLikeCommand,
  mayHoldFlow,
  parsedLanguage,
  tellingLines,
} from './look.ts';
import { traceProgram } from './program/trace-program.ts';
import { quotedStrings } from './quoted-strings.ts';
import { otherShellReadings } from './shell/other-shell-readings.ts';
import { outputOf, ShellTracer } from './shell/trace-shell.ts';
import { treesByPieces } from './shell/trees-by-pieces.ts';
import { traceProse } from './trace-prose.ts';

export type Trace = {
  graph: FlowGraph;
  /** Code found inside other code, as regions of their own. */
  inner: readonly Region[];
  /** The first region that was not parsed because of a limit; null if there was none. */
  leftOut: Region | null;
  /** The first region that the parser could not parse; null if there was none. */
  givenUp: Region | null;
};

/** Follows values through all code of a skill; file names connect what its scripts pass to each other. */
export function traceSkill(regions: readonly Region[], identity: Identity, parser: ScriptParser): Trace {
  const tracer = new SkillTracer(parser);
  const files = new Set(
    [...new Set(regions.map(({ file }) => file))].filter(({ text }) => mayHoldFlow(text)),
  );
  const open = regions.filter(
    ({ file, layers, text }) => text.length >= 8 && (files.has(file) || layers.length > 0),
  );
  const instructions = regions.find(({ kind }) => kind === 'frontmatter')?.file.text ?? '';
  const named = namedIn(instructions);
  const looks = open
    .filter(mayRun)
    .map((region): [Region, Look] => [region, lookAt(region.text)])
    .toSorted(([a, lookA], [b, lookB]) => turnOf(lookA, named(a)) - turnOf(lookB, named(b)));
  const code = looks.filter(([region]) => isCode(region));
  const hasSecret = code.some(([, look]) => look.hasSecret);
  const isSplit = hasSecret && code.some(([, look]) => look.isOnline);
  // Commands in running text come last, so that no number of them uses up what is left for scripts.
  for (const [region, look] of [...code, ...looks.filter(([region]) => !isCode(region))])
    if (look.isComplete || look.hasSecret || (look.isOnline && hasSecret)) tracer.take(region);
  if (isSplit) for (const region of regions.filter(joinsOthers)) tracer.take(region);
  for (const region of open) traceProse(region, identity, tracer.graph);
  return { graph: tracer.graph, inner: tracer.inner, leftOut: tracer.leftOut, givenUp: tracer.givenUp };
}

/**
 * What the instructions name is parsed first, then what has both a secret and a way out, so that what is large but
 * never used takes no time from them.
 */
function turnOf({ hasSecret, isOnline }: Look, isNamed: boolean): number {
  return (isNamed ? 0 : 2) + (hasSecret && isOnline ? 0 : 1);
}

/** Tells whether a text names the file of a region. It is searched once for each file, which may have thousands of regions. */
function namedIn(instructions: string): (region: Region) => boolean {
  const known = new Map<string, boolean>();
  return ({ file: { path } }) => {
    const isNamed = known.get(path) ?? instructions.includes(path.slice(path.lastIndexOf('/') + 1));
    known.set(path, isNamed);
    return isNamed;
  };
}

/** The script contains neither end of a flow, but passes values from one script to another. */
function joinsOthers({ kind, text }: Region): boolean {
  return kind === 'script' && !mayHoldFlow(text) && IMPORTS.test(text);
}

const IMPORTS =
  /\bfrom\s{1,3}['"]\.{1,2}\/|\brequire\(\s{0,2}['"]\.{1,2}\/|^(?:from\s{1,3}[\w.]{1,80}\s{1,3})?import\s/m;

/** Code, or running text with a command in it. */
function mayRun(region: Region): boolean {
  return isCode(region) || hasCommand(region.text);
}

type ParsedCode = { region: Region; language: ParsedLanguage; tree: SyntaxNode };

class SkillTracer {
  readonly graph = new FlowGraph();
  readonly inner: Region[] = [];
  leftOut: Region | null = null;
  givenUp: Region | null = null;
  private readonly parser: ScriptParser;
  /** Code that is parsed but not followed yet: code in code, as deep as it goes, one after the other. */
  private readonly pending: ParsedCode[] = [];
  private left = MAX_PARSED;
  private leftForLines = MAX_TELLING_LINES;
  private parses = 0;
  private pieces = 0;
  private leftForPieces = MAX_PARSED_IN_PIECES;

  constructor(parser: ScriptParser) {
    this.parser = parser;
  }

  take(region: Region): void {
    const language = isCode(region) ? parsedLanguage(region.language) : null;
    if (language !== null) this.read(region, language);
    else for (const command of commandsIn(region)) this.read(command, 'bash');
    for (let code = this.pending.pop(); code !== undefined; code = this.pending.pop()) this.trace(code);
  }

  /** Returns the place of the output of code in a shell, which is traced later. */
  private read(region: Region, language: ParsedLanguage): FlowNode | null {
    const fits = region.text.length <= Math.min(this.left, MAX_PARSED_AT_ONCE) && this.parses++ < MAX_PARSES;
    if (!fits) {
      this.leftOut ??= region;
      this.readTellingLines(region, language);
      return null;
    }
    this.left -= region.text.length;
    const tree = isParsable(region.text) ? this.parser.parse(language, region.text) : null;
    if (tree === null) {
      this.givenUp ??= region;
      return null;
    }
    this.pending.push({ region, language, tree });
    if (language !== 'bash') return null;
    this.readAsShells(region, tree);
    return outputOf(region, tree);
  }

  /** What the grammar takes for something else than shells do is read as they do, too. */
  private readAsShells(region: Region, tree: ParsedTree): void {
    const giveUp = () => {
      this.givenUp ??= region;
    };
    const parser = { parse: (source: string) => this.parsePiece(source, giveUp), giveUp };
    for (const other of treesByPieces(region.text, tree, parser, isCode(region)))
      this.pending.push({ region, language: 'bash', tree: other });
    const others = otherShellReadings(region.text, tree);
    if (others === null) this.givenUp ??= region;
    for (const { text, start } of others ?? [])
      this.read({ ...region, text, offset: region.offset + (region.layers.length > 0 ? 0 : start) }, 'bash');
  }

  private parsePiece(source: string, giveUp: () => void): ParsedTree | null {
    const fits = this.pieces++ < MAX_PIECES && source.length <= this.leftForPieces;
    if (fits) this.leftForPieces -= source.length;
    else giveUp();
    return fits && isParsable(source) ? this.parser.parse('bash', source) : null;
  }

  /** What is around these lines is not parsed, so that padding hides nothing that is in one place. */
  private readTellingLines(region: Region, language: ParsedLanguage): void {
    const text = tellingLines(region.text);
    if (text === '' || text.length > this.leftForLines || !isParsable(text)) return;
    this.leftForLines -= text.length;
    const tree = this.parser.parse(language, text);
    const layers = [...region.layers, { encoding: 'telling lines', decoded: text }];
    if (tree !== null) this.pending.push({ region: { ...region, text, layers }, language, tree });
  }

  private trace({ region, language, tree }: ParsedCode): void {
    const runInner = (code: InnerCode) => this.readInner(region, code);
    if (language !== 'bash') {
      traceProgram(tree, { region, language, graph: this.graph, runInner });
      return;
    }
    const shell = new ShellTracer(region, this.graph);
    shell.run(tree, []);
    for (const code of shell.inner) runInner(code);
  }

  private readInner(outer: Region, code: InnerCode): FlowNode | null {
    const region: Region = {
      ...outer,
      kind: outer.kind === 'data' ? 'script' : outer.kind,
      text: code.text,
      language: code.language,
      offset: outer.layers.length > 0 ? outer.offset : outer.offset + code.offset,
      layers: [...outer.layers, ...code.layers],
    };
    this.inner.push(region);
    // The code around it was short enough, so that this was made long on purpose.
    if (code.text.length > MAX_PARSED_AT_ONCE) {
      this.givenUp ??= region;
      return null;
    }
    return this.read(region, code.language);
  }
}

function isCode({ kind, language }: Region): boolean {
  return (kind === 'code' && language !== 'data') || kind === 'script';
}

const SPAN = /`([^`\n]{8,600})`/g;
const PLAIN =
  /(?:^|[\s:>!])((?:sudo\s+)?(?:curl|wget|bash|sh|eval|echo|nc|scp|rsync|python3?|env|printenv|cat|tar|find)\s[^\n`]{8,600})/gm;
/** The prefixes are those of make, Vim and Perl. */
const LINE = /(?:^|[\s:>@!({])((?:sudo\s+)?(?:curl|wget|bash|sh|eval|nc|scp|rsync|cat|tar)\s[^\n]{8,600})/gm;

/**
 * Finds commands in running text: code spans, string values of data, and whole lines. In code for which there is
 * no grammar here, they are in strings, in backticks, or in lines such as a Makefile's.
 */
function commandsIn(region: Region): Region[] {
  const isData = region.kind === 'data' || region.kind === 'frontmatter' || region.language === 'data';
  const found: Region[] = [];
  for (const { text, start, isQuoted } of textsIn(region, { isData })) {
    if (!looksLikeCommand(text)) continue;
    found.push({
      ...region,
      text: isData || isQuoted ? text.replace(/\\(["\\/@])/g, '$1') : text,
      offset: region.layers.length > 0 ? region.offset : region.offset + start,
    });
  }
  return found;
}

type Candidate = { text: string; start: number; isQuoted: boolean };

function* textsIn(region: Region, { isData }: { isData: boolean }): Generator<Candidate> {
  const isProgram = isCode(region);
  if (isProgram || isData)
    for (const found of quotedStrings(region.text, '"')) yield { ...found, isQuoted: true };
  if (isProgram) for (const found of quotedStrings(region.text, "'")) yield { ...found, isQuoted: false };
  for (const pattern of isProgram ? [SPAN, LINE] : isData ? [PLAIN] : [SPAN, PLAIN]) {
    for (const match of region.text.matchAll(pattern)) {
      const text = match[1] ?? '';
      yield { text, start: match.index + match[0].indexOf(text), isQuoted: false };
    }
  }
}
