import { decodeWith, type Encoding } from '../../decode/encodings.ts';
import { notePath } from '../naming/names.ts';
import { constantOf, copyConstant, type Effect, isOperand } from './effect.ts';
import type { ShellWord } from './parsed-command.ts';

/** Prints the content of the files it is given. */
export const read: Effect = ({ name, input, output, args, tracer }) => {
  tracer.graph.connect(input, output);
  for (const word of args.filter(isOperand)) tracer.graph.connect(tracer.file(word), output, 'open');
  if (name === 'cat' && args.some(isOwnFile)) tracer.source('file', output, 'files of the project');
  if (!args.some(isOperand)) copyConstant(input, output, tracer);
};

/** A file of the user's work, not one that the commands created themselves. */
function isOwnFile({ text, variables }: ShellWord): boolean {
  return (text !== '' || variables.length > 0) && !/^[-/]/.test(text);
}

export const echo: Effect = ({ name, input, output, args, tracer }) => {
  tracer.graph.connect(input, output);
  for (const word of args) tracer.graph.connect(tracer.placesOf(word), output);
  const words = args.filter(({ text }) => !/^-[neE]+$/.test(text));
  if (words.some(({ substitutions }) => substitutions.length > 0)) return;
  const isFormatted = name === 'printf' || args.some(({ text }) => /^-[nE]*e/.test(text));
  const written = words.map((word) => tracer.expand(word.text)).join(' ');
  const text = isFormatted ? written.replaceAll('\\n', '\n') : written;
  const unescaped = /\\x[0-9a-f]{2}|\\[0-7]{3}/i.test(text) ? decodeWith('escapes', text) : null;
  tracer.setConstant(output, unescaped ?? text);
  if (unescaped !== null) tracer.source('decoded', output, unescaped);
};

export function decoder(encoding: Encoding, applies: (flags: string) => boolean): Effect {
  return (step) => {
    const { args, input, output, tracer } = step;
    read(step);
    if (!applies(args.map(({ text }) => text).join(' '))) return;
    const text = constantOf(input, tracer);
    const decoded = text === null ? null : decodeWith(encoding, text);
    if (decoded !== null) tracer.setConstant(output, decoded);
    tracer.source('decoded', output, decoded ?? '');
  };
}

const SECRET_SEARCH = /api.?key|passw|secret|token|akia|private key|credential|mnemonic/i;

export const search: Effect = (step) => {
  const { args, output, tracer } = step;
  read({ ...step, args: args.filter(isOperand).slice(1) });
  const isWide = args.some(({ text }) => /^-[a-z]*[rR]|^--recursive$/.test(text));
  if (isWide && args.some(({ text }) => SECRET_SEARCH.test(text)))
    tracer.source('credential', output, 'a search for secrets');
};

/** `find … -exec cat` prints what it finds; the names it searches for say what that is. */
export const find: Effect = ({ args, output, tracer }) => {
  const texts = args.map(({ text }) => tracer.expand(text));
  const prints = texts.some((text) => /^-(?:exec|execdir|ok)$/.test(text));
  for (const text of texts) notePath(tracer.graph, text, output, tracer.at());
  if (!prints) return;
  const content = tracer.placeHere('found');
  tracer.graph.connect([output], content, 'open');
  tracer.graph.connect([content], output);
  tracer.source('project', output, 'files of the project');
};
