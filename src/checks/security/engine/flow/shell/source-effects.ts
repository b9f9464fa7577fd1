import { fileNode, isSecretName } from '../naming/names.ts';
import { type Effect, isOperand, passOn } from './effect.ts';
import { sendToBucket } from './network-effects.ts';

/** Prints the environment, or one variable of it. */
export const environment: Effect = (step) => {
  const { args, output, tracer } = step;
  passOn(step);
  const [name] = args.filter(isOperand);
  if (name === undefined || step.name !== 'printenv') tracer.source('environment', output, 'all of it');
  else if (isSecretName(name.text)) tracer.source('environment-key', output, name.text);
};

export const declare: Effect = (step) => {
  const printsAll = step.args.every(({ text }) => text === '-p' || text === '-x');
  if (printsAll) step.tracer.source('environment', step.output, 'all of it');
  else passOn(step);
};

/** Only a service that the skill is about may be sent this. */
export const TYPED_PASSWORD = 'a password that is typed in';

/** `while read line`: the input becomes a variable. */
export const readLine: Effect = ({ args, input, tracer }) => {
  for (const word of args.filter(isOperand))
    for (const place of tracer.placesOf({ ...word, variables: [word.text], substitutions: [] })) {
      tracer.graph.connect(input, place);
      if (args.some(({ text }) => /^-[a-z]*s/.test(text))) tracer.source('credential', place, TYPED_PASSWORD);
    }
};

export function emit(kind: 'identity' | 'project' | 'history' | 'surveillance', detail: string): Effect {
  return (step) => {
    passOn(step);
    step.tracer.source(kind, step.output, detail, kind === 'surveillance' || kind === 'history');
    if (kind !== 'surveillance') return;
    for (const word of step.args.filter(isOperand))
      step.tracer.graph.connect([step.output], fileNode(step.tracer.expand(word.text)));
  };
}

const DEVICE = /^(?:avfoundation|alsa|pulse|dshow|x11grab|v4l2|gdigrab)$/;

/** A converter that is given a device records from it. */
export const capture: Effect = (step) => {
  const isRecording = step.args.some(({ text }) => DEVICE.test(text));
  (isRecording ? emit('surveillance', 'the camera, the microphone or the screen') : passOn)(step);
};

/** `key` belongs to one service, `credential` to what runs there, `personal` to the user. */
type Kept = 'key' | 'credential' | 'personal';

/** Prints a stored secret if its words ask for one. */
export function secretPrinter(asks: RegExp, kept: Kept, detail: string): Effect {
  return (step) => {
    passOn(step);
    if (!asks.test(step.args.map(({ text }) => text).join(' '))) return;
    step.tracer.source(
      kept === 'key' ? 'environment-key' : 'credential',
      step.output,
      detail,
      kept === 'personal',
    );
  };
}

export function cloud(print: Effect): Effect {
  return (step) => (step.args[0]?.text === 's3' ? sendToBucket(step) : print(step));
}

/** `git push URL`, `git remote add NAME URL`: the whole repository goes there. */
const GIT_TARGET = /^(?:https?:\/\/|git@|ssh:\/\/)\S{4,300}$/;

export const gitEffect: Effect = (step) => {
  passOn(step);
  const [verb, ...operands] = step.args.filter(isOperand);
  const texts = step.args.map(({ text }) => step.tracer.expand(text));
  const url = texts.find((text) => GIT_TARGET.test(text));
  if (verb?.text === 'remote' && url !== undefined)
    step.tracer.setConstant(`remote:${operands[1]?.text}`, url);
  const isWhole = texts.some((text) => /^--(?:all|mirror)$/.test(text));
  const target = url ?? (isWhole ? step.tracer.constantAt(`remote:${operands[0]?.text}`) : null) ?? undefined;
  if (verb?.text === 'push' && target !== undefined) {
    const place = step.tracer.placeHere('net');
    step.tracer.sink('network', place, target.replace(/^git@([^:]{1,200}):/, 'https://$1/'));
    step.tracer.source('project', place, 'the repository');
  }
  if (verb?.text === 'bundle' || verb?.text === 'archive')
    for (const place of [step.output, ...step.args.map(({ text }) => fileNode(step.tracer.expand(text)))])
      step.tracer.source('project', place, 'the repository');
  if (verb !== undefined && /^(?:log|diff|show|shortlog|config|remote)$/.test(verb.text))
    step.tracer.source('project', step.output, `git ${verb.text}`);
};
