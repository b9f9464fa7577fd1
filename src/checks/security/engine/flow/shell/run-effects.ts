import type { ParsedLanguage } from '../../syntax/script-parser.ts';
import type { FlowNode } from '../graph.ts';
import { fileNode } from '../naming/names.ts';
import { constantOf, type Effect, isOperand } from './effect.ts';
import type { ShellWord } from './parsed-command.ts';
import { TYPED_PASSWORD } from './source-effects.ts';
import type { ShellStep, ShellTracer } from './trace-shell.ts';

/** Runs code that is piped in, written out or in a file. */
export function interpreter(language: ParsedLanguage | null): Effect {
  return ({ args, input, output, name, tracer }) => {
    const place = tracer.placeHere('exec');
    tracer.sink('execution', place, name);
    const flag = args.findIndex(({ text }) => /^-(?:[a-zA-Z]*c|e|-eval|-command|r)$/.test(text));
    const code = flag === -1 ? undefined : args[flag + 1];
    const readsInput = args.some(({ text }) => text === '-s' || text === '-');
    const script = readsInput ? undefined : args.find(isOperand);
    if (code !== undefined) runText(code, language, place, tracer);
    else if (script !== undefined) tracer.graph.connect(tracer.file(script), place, 'open');
    else {
      tracer.graph.connect(input, place);
      runConstant(constantOf(input, tracer), language, tracer);
    }
    tracer.graph.connect(input, output);
  };
}

/** `do shell script "…"` runs a shell from AppleScript. */
export function appleScript(step: ShellStep): void {
  interpreter(null)(step);
  if (step.args.some(({ text }) => /display dialog[\s\S]{0,400}hidden answer/.test(text)))
    step.tracer.source('credential', step.output, TYPED_PASSWORD);
  for (const { text, start } of step.args)
    for (const match of text.matchAll(/do shell script "((?:[^"\\]|\\.){1,2000})"/g))
      step.tracer.inner.push({
        language: 'bash',
        text: (match[1] ?? '').replace(/\\(.)/g, '$1'),
        offset: start,
        layers: [],
      });
}

export const evaluate: Effect = ({ args, tracer }) => {
  const place = tracer.placeHere('exec');
  tracer.sink('execution', place, 'eval');
  for (const word of args) runText(word, 'bash', place, tracer);
  for (const word of args) {
    const [from, ...others] = tracer.placesOf(word);
    if (from !== undefined && others.length === 0) runConstant(tracer.constantAt(from), 'bash', tracer);
  }
};

export function runFile({ tracer, args, output }: ShellStep, path: string): void {
  const place = tracer.placeHere('exec');
  tracer.sink('execution', place, path);
  tracer.graph.connect([fileNode(path)], place);
  for (const word of args) tracer.graph.connect(tracer.placesOf(word), output);
}

export const source: Effect = ({ args, tracer }) => {
  const [script] = args;
  if (script === undefined) return;
  const place = tracer.placeHere('exec');
  tracer.sink('execution', place, 'source');
  tracer.graph.connect(tracer.file(script), place, 'open');
};

/** Opens or installs a file, so that a download runs. */
export const install: Effect = ({ args, tracer }) => {
  const place = tracer.placeHere('install');
  tracer.sink('install', place, 'installer');
  for (const word of args.filter(isOperand)) tracer.graph.connect(tracer.file(word), place, 'open');
};

function runText(
  word: ShellWord,
  language: ParsedLanguage | null,
  place: FlowNode,
  tracer: ShellTracer,
): void {
  tracer.graph.connect(tracer.placesOf(word), place);
  if (language === null) return;
  const text = tracer.expand(word.text);
  tracer.inner.push({ language, text, offset: word.start, layers: [] });
}

function runConstant(text: string | null, language: ParsedLanguage | null, tracer: ShellTracer): void {
  if (text === null || language === null) return;
  tracer.inner.push({
    language,
    text,
    offset: tracer.at().start,
    layers: [{ encoding: 'piped text', decoded: text }],
  });
}
