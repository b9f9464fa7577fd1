import { fileNode } from '../naming/names.ts';
import { type Effect, isOperand } from './effect.ts';

export const copy: Effect = ({ args, tracer }) => {
  const operands = args.filter(isOperand);
  const target = operands.at(-1);
  if (target === undefined) return;
  for (const word of operands.slice(0, -1))
    tracer.graph.connect(tracer.file(word), fileNode(tracer.expand(target.text)), 'open');
};

const WHOLE_FOLDER = /^(?:\.\/?\*?|\*|~\/?|\$HOME\/?|\$PWD\/?)$/;

/** `tar czf out in…`, `zip -r out in…`: the first operand is written, the others are read. */
export const pack: Effect = ({ name, args, input, output, tracer }) => {
  const [target, ...sources] = args.filter(isOperand);
  tracer.graph.connect(input, output);
  if (target === undefined) return;
  const isExtracting = name !== 'zip' && args.some(({ text }) => /^-{0,2}(?:x[a-z]*|extract)$/.test(text));
  if (!isExtracting && sources.some(({ text }) => WHOLE_FOLDER.test(text)))
    for (const place of [output, fileNode(tracer.expand(target.text))])
      tracer.source('project', place, 'the whole folder');
  const [from, to] = isExtracting ? [[target], output] : [sources, fileNode(tracer.expand(target.text))];
  for (const word of from) {
    tracer.graph.connect(tracer.file(word), to, 'open');
    tracer.graph.connect(tracer.file(word), output, 'open');
  }
};

export const tee: Effect = ({ args, input, output, tracer }) => {
  tracer.graph.connect(input, output);
  for (const word of args.filter(isOperand)) tracer.graph.connect(input, fileNode(tracer.expand(word.text)));
};

export const crontab: Effect = ({ args, input, tracer }) => {
  if (args.some(({ text }) => /^-[lr]$/.test(text))) return;
  const place = tracer.placeHere('startup');
  tracer.sink('startup', place, 'scheduled job');
  tracer.graph.connect(input, place);
  for (const word of args.filter(isOperand)) tracer.graph.connect(tracer.file(word), place, 'open');
};
