import { decodeWith, type Encoding } from '../decode/encodings.ts';
import type { ParsedLanguage } from '../syntax/script-parser.ts';
import { fileAt, isSecretName, notePath } from './names.ts';
import type { ShellWord } from './shell-commands.ts';
import { curl, otherClients, sendSomewhere, sendToBucket, wget } from './shell-network.ts';
import type { ShellStep } from './trace-shell.ts';

type Effect = (step: ShellStep) => void;

/** Adds to the graph what one command does. A command that is not known passes its input and words on. */
export function effectOf(step: ShellStep): void {
  const effect = Object.hasOwn(EFFECTS, step.name) ? EFFECTS[step.name] : undefined;
  if (effect !== undefined) effect(step);
  else if (isScriptPath(step.name)) runFile(step, step.name);
  else if (SENDING_NAME.test(step.name)) sendSomewhere(step);
  else passOn(step);
}

/** A program that is not known but says that it sends. */
const SENDING_NAME = /send|mail|upload|post|notify|webhook|publish|report|sync|share/i;

function isScriptPath(name: string): boolean {
  return /^(?:\.{0,2}\/|~\/|\$\w)/.test(name) || /\.(?:sh|py|js|exe|command|bat)$/.test(name);
}

const passOn: Effect = ({ input, output, args, tracer }) => {
  tracer.graph.connect(input, output);
  for (const word of args) tracer.graph.connect(tracer.placesOf(word), output);
  if (args.length === 0) copyConstant(input, output, tracer);
};

/** Prints the content of the files it is given. */
const read: Effect = ({ input, output, args, tracer }) => {
  tracer.graph.connect(input, output);
  for (const word of args.filter(isOperand)) tracer.graph.connect(tracer.file(word), output, 'open');
  if (!args.some(isOperand)) copyConstant(input, output, tracer);
};

const echo: Effect = ({ input, output, args, tracer }) => {
  tracer.graph.connect(input, output);
  for (const word of args) tracer.graph.connect(tracer.placesOf(word), output);
  const words = args.filter(({ text }) => !/^-[neE]+$/.test(text));
  if (words.some(({ substitutions }) => substitutions.length > 0)) return;
  const text = words.map((word) => tracer.expand(word.text)).join(' ');
  const unescaped = /\\x[0-9a-f]{2}|\\[0-7]{3}/i.test(text) ? decodeWith('escapes', text) : null;
  tracer.setConstant(output, unescaped ?? text);
  if (unescaped !== null) tracer.source('decoded', output, unescaped);
};

function decoder(encoding: Encoding, applies: (flags: string) => boolean): Effect {
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

/** Runs what is piped in, written out or in a file. */
function interpreter(language: ParsedLanguage | null): Effect {
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

/** `do shell script "…"`: AppleScript's way to a shell. */
function appleScript(step: ShellStep): void {
  interpreter(null)(step);
  for (const { text, start } of step.args)
    for (const match of text.matchAll(/do shell script "((?:[^"\\]|\\.){1,2000})"/g))
      step.tracer.inner.push({
        language: 'bash',
        text: (match[1] ?? '').replace(/\\(.)/g, '$1'),
        offset: start,
        layers: [],
      });
}

function runText(
  word: ShellWord,
  language: ParsedLanguage | null,
  place: string,
  tracer: ShellStep['tracer'],
): void {
  tracer.graph.connect(tracer.placesOf(word), place);
  if (language === null) return;
  const text = tracer.expand(word.text);
  tracer.inner.push({ language, text, offset: word.start, layers: [] });
}

function runConstant(
  text: string | null,
  language: ParsedLanguage | null,
  tracer: ShellStep['tracer'],
): void {
  if (text === null || language === null) return;
  tracer.inner.push({
    language,
    text,
    offset: tracer.at().start,
    layers: [{ encoding: 'piped text', decoded: text }],
  });
}

const evaluate: Effect = ({ args, tracer }) => {
  const place = tracer.placeHere('exec');
  tracer.sink('execution', place, 'eval');
  for (const word of args) runText(word, 'bash', place, tracer);
  for (const word of args) {
    const [from, ...others] = tracer.placesOf(word);
    if (from !== undefined && others.length === 0) runConstant(tracer.constantAt(from), 'bash', tracer);
  }
};

function runFile({ tracer, args, output }: ShellStep, path: string): void {
  const place = tracer.placeHere('exec');
  tracer.sink('execution', place, path);
  tracer.graph.connect([fileAt(path)], place);
  for (const word of args) tracer.graph.connect(tracer.placesOf(word), output);
}

const source: Effect = ({ args, tracer }) => {
  const [script] = args;
  if (script === undefined) return;
  const place = tracer.placeHere('exec');
  tracer.sink('execution', place, 'source');
  tracer.graph.connect(tracer.file(script), place, 'open');
};

/** Opens or installs a file: what was downloaded runs. */
const install: Effect = ({ args, tracer }) => {
  const place = tracer.placeHere('install');
  tracer.sink('install', place, 'installer');
  for (const word of args.filter(isOperand)) tracer.graph.connect(tracer.file(word), place, 'open');
};

const copy: Effect = ({ args, tracer }) => {
  const operands = args.filter(isOperand);
  const target = operands.at(-1);
  if (target === undefined) return;
  for (const word of operands.slice(0, -1))
    tracer.graph.connect(tracer.file(word), fileAt(tracer.expand(target.text)), 'open');
};

/** `tar czf out in…`, `zip -r out in…`: the first operand is written, the others are read. */
const pack: Effect = ({ args, input, output, tracer }) => {
  const [target, ...sources] = args.filter(isOperand);
  tracer.graph.connect(input, output);
  if (target === undefined) return;
  const isExtracting = args.some(({ text }) => /^-{0,2}(?:x[a-z]*|extract)$/.test(text));
  const [from, to] = isExtracting ? [[target], output] : [sources, fileAt(tracer.expand(target.text))];
  for (const word of from) {
    tracer.graph.connect(tracer.file(word), to, 'open');
    tracer.graph.connect(tracer.file(word), output, 'open');
  }
};

const tee: Effect = ({ args, input, output, tracer }) => {
  tracer.graph.connect(input, output);
  for (const word of args.filter(isOperand)) tracer.graph.connect(input, fileAt(tracer.expand(word.text)));
};

const environment: Effect = (step) => {
  const { args, output, tracer } = step;
  passOn(step);
  const [name] = args.filter(isOperand);
  if (name === undefined || step.name !== 'printenv') tracer.source('environment', output, 'all of it');
  else if (isSecretName(name.text)) tracer.source('environment-key', output, name.text);
};

const declare: Effect = (step) => {
  const printsAll = step.args.every(({ text }) => text === '-p' || text === '-x');
  if (printsAll) step.tracer.source('environment', step.output, 'all of it');
  else passOn(step);
};

function emit(kind: 'identity' | 'project' | 'history' | 'surveillance', detail: string): Effect {
  return (step) => {
    passOn(step);
    step.tracer.source(kind, step.output, detail, kind === 'surveillance' || kind === 'history');
  };
}

/** Prints a stored secret where its words say so. */
function secretPrinter(asks: RegExp, detail: string, isPersonal: boolean): Effect {
  return (step) => {
    passOn(step);
    if (!asks.test(step.args.map(({ text }) => text).join(' '))) return;
    step.tracer.source(isPersonal ? 'credential' : 'environment-key', step.output, detail, isPersonal);
  };
}

const SECRET_SEARCH = /api.?key|passw|secret|token|akia|private key|credential|mnemonic/i;

const search: Effect = (step) => {
  const { args, output, tracer } = step;
  read({ ...step, args: args.filter(isOperand).slice(1) });
  const isWide = args.some(({ text }) => /^-[a-z]*[rR]|^--recursive$/.test(text));
  if (isWide && args.some(({ text }) => SECRET_SEARCH.test(text)))
    tracer.source('credential', output, 'a search for secrets');
};

/** `find … -exec cat` prints what it finds; the names it looks for say what that is. */
const find: Effect = ({ args, output, tracer }) => {
  const texts = args.map(({ text }) => tracer.expand(text));
  const prints = texts.some((text) => /^-(?:exec|execdir|ok)$/.test(text));
  for (const text of texts) notePath(tracer.graph, text, output, tracer.at());
  if (!prints) return;
  const content = tracer.placeHere('found');
  tracer.graph.connect([output], content, 'open');
  tracer.graph.connect([content], output);
  tracer.source('project', output, 'files of the project');
};

function cloud(asks: RegExp, detail: string, isPersonal: boolean): Effect {
  const print = secretPrinter(asks, detail, isPersonal);
  return (step) => (step.args[0]?.text === 's3' ? sendToBucket(step) : print(step));
}

const git: Effect = (step) => {
  passOn(step);
  const [verb] = step.args.filter(isOperand);
  const target = step.args.map(({ text }) => step.tracer.expand(text)).find((text) => GIT_TARGET.test(text));
  if (verb?.text === 'push' && target !== undefined) {
    const place = step.tracer.placeHere('net');
    step.tracer.sink('network', place, target.replace(/^git@([^:]{1,200}):/, 'https://$1/'));
    step.tracer.source('project', place, 'the repository');
  }
  if (verb !== undefined && /^(?:log|diff|show|shortlog|config|remote)$/.test(verb.text))
    step.tracer.source('project', step.output, `git ${verb.text}`);
};

/** `git push URL`, `git remote add NAME URL`: the whole repository goes there. */
const GIT_TARGET = /^(?:https?:\/\/|git@|ssh:\/\/)\S{4,300}$/;

const crontab: Effect = ({ args, input, tracer }) => {
  if (args.some(({ text }) => /^-[lr]$/.test(text))) return;
  const place = tracer.placeHere('startup');
  tracer.sink('startup', place, 'scheduled job');
  tracer.graph.connect(input, place);
  for (const word of args.filter(isOperand)) tracer.graph.connect(tracer.file(word), place, 'open');
};

function isOperand({ text }: ShellWord): boolean {
  return !text.startsWith('-') || text === '-';
}

function constantOf(places: readonly string[], tracer: ShellStep['tracer']): string | null {
  const [only] = places;
  return places.length === 1 && only !== undefined ? tracer.constantAt(only) : null;
}

function copyConstant(from: readonly string[], to: string, tracer: ShellStep['tracer']): void {
  const text = constantOf(from, tracer);
  if (text !== null) tracer.setConstant(to, text);
}

const each = (names: string, effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.split(' ').map((name) => [name, effect]));

const EFFECTS: Readonly<Record<string, Effect>> = {
  ...each(
    'cat head tail less more tac nl strings od hexdump jq yq sed awk cut sort uniq tr gzip gunzip zcat bzip2 xz gpg column fold paste wc type bat xargs dd',
    read,
  ),
  ...each('echo printf', echo),
  ...each(
    'base64 gbase64',
    decoder('base64', (flags) => /(?:^|\s)(?:-[a-zA-Z]*[dD]|--decode)/.test(flags)),
  ),
  ...each(
    'base32',
    decoder('base32', (flags) => /-d|--decode/.test(flags)),
  ),
  ...each(
    'xxd',
    decoder('hex', (flags) => /-[a-z]*r/.test(flags)),
  ),
  ...each(
    'openssl',
    decoder('base64', (flags) => /\benc\b.*-d\b|\bbase64\b.*-d\b|-d\b/.test(flags)),
  ),
  ...each(
    'rev',
    decoder('reversed', () => true),
  ),
  ...each(
    'uudecode',
    decoder('base64', () => true),
  ),
  ...each('sh bash zsh dash ksh ash fish', interpreter('bash')),
  ...each('python python2 python3 pypy pypy3', interpreter('python')),
  ...each('node nodejs bun deno tsx ts-node', interpreter('javascript')),
  ...each('osascript', appleScript),
  ...each('perl ruby php lua pwsh powershell iex tclsh', interpreter(null)),
  ...each('eval', evaluate),
  ...each('source .', source),
  ...each('open xdg-open start installer dpkg rpm msiexec', install),
  ...each('cp mv ln install', copy),
  ...each('tar zip 7z 7za rar bsdtar', pack),
  ...each('tee sponge', tee),
  ...each('env printenv', environment),
  ...each('export declare set', declare),
  ...each(
    'whoami hostname id uname ifconfig ipconfig ip w last users sw_vers system_profiler lscpu',
    emit('identity', 'who and where this machine is'),
  ),
  ...each('history fc', emit('history', 'shell history')),
  ...each('pbpaste xclip xsel wl-paste', emit('surveillance', 'the clipboard')),
  ...each('screencapture scrot import gnome-screenshot', emit('surveillance', 'the screen')),
  ...each(
    'security',
    secretPrinter(/find-(?:generic|internet)-password|dump-keychain|export/, 'keychain', true),
  ),
  ...each('secret-tool', secretPrinter(/lookup|search/, 'keychain', true)),
  ...each('pass', secretPrinter(/./, 'password store', true)),
  ...each('kubectl oc', secretPrinter(/get\s+secrets?\b/, 'Kubernetes secrets', true)),
  ...each('vault', secretPrinter(/(?:kv get|read)\b/, 'Vault secrets', true)),
  ...each('op bw lpass', secretPrinter(/(?:item get|read|get|show|list)\b/, 'a password manager', false)),
  ...each('gh', secretPrinter(/auth token/, 'GITHUB_TOKEN', false)),
  ...each('gcloud', secretPrinter(/print-(?:access|identity)-token/, 'GOOGLE_TOKEN', false)),
  ...each(
    'aws',
    cloud(/configure (?:get|export-credentials)|get-session-token/, 'AWS_SECRET_ACCESS_KEY', false),
  ),
  ...each('grep rg ag egrep ripgrep', search),
  ...each('find fd', find),
  ...each('git', git),
  ...each('crontab at', crontab),
  ...each('curl', curl),
  ...each('wget', wget),
  ...otherClients,
};
