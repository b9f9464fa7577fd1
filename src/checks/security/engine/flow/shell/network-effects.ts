import { fileNode } from '../naming/names.ts';
import type { Effect } from './effect.ts';
import type { ShellWord } from './parsed-command.ts';
import type { ShellStep } from './trace-shell.ts';

/** How an option of a client uses the word after it. */
type Use = 'body' | 'upload' | 'header' | 'output' | 'other' | 'url';

const CURL_OPTIONS: Readonly<Record<string, Use>> = {
  ...uses(
    'body',
    '-d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form --form-string --url-query',
  ),
  ...uses('upload', '-T --upload-file'),
  ...uses(
    'header',
    '-H --header -u --user -b --cookie -A --user-agent -e --referer --oauth2-bearer --proxy-user -E --cert --key --aws-sigv4',
  ),
  ...uses('output', '-o --output'),
  ...uses('url', '--url'),
  ...uses(
    'other',
    '-X --request -m --max-time --connect-timeout -w --write-out -c --cookie-jar -K --config --retry --retry-delay -x --proxy --resolve --cacert -D --dump-header --max-filesize --limit-rate -r --range --output-dir -C',
  ),
};

const WGET_OPTIONS: Readonly<Record<string, Use>> = {
  ...uses('body', '--post-data --body-data'),
  ...uses('upload', '--post-file --body-file'),
  ...uses('header', '--header --user --password --http-user --http-password -U --user-agent'),
  ...uses('output', '-O --output-document'),
  ...uses('other', '-P --directory-prefix --method -t --tries -T --timeout -o --output-file'),
};

export const curl: Effect = (step) =>
  request(step, CURL_OPTIONS, /(?:^|\s)(?:-[a-zA-Z]*O|--remote-name)(?:\s|$)/);
export const wget: Effect = (step) => request(step, WGET_OPTIONS, /^/);

function uses(use: Use, names: string): Record<string, Use> {
  return Object.fromEntries(names.split(' ').map((name) => [name, use]));
}

/** A request of a command line client: its body and URL go out, and the response comes back. */
function request(step: ShellStep, options: Readonly<Record<string, Use>>, namesOwnOutput: RegExp): void {
  const { args, input, output, tracer } = step;
  const sent = tracer.placeHere('net');
  const urls: string[] = [];
  let target: string | null = null;
  for (const [use, word] of usesOf(args, options)) {
    if (use === 'url') urls.push(tracer.expand(word.text));
    if (use === 'output') target = tracer.expand(word.text);
    else if (use === 'header') tracer.graph.connect(tracer.placesOf(word), sent, 'header');
    else if (use !== 'other') send(use, word, sent, step);
  }
  const url = urls.find((text) => /^[\w.+-]+:\/\/|\.\w/.test(text)) ?? urls[0] ?? '';
  tracer.sink('network', sent, url);
  const flags = args.map(({ text }) => text).join(' ');
  if (target === null && namesOwnOutput.test(flags) && url !== '')
    target = url.slice(url.lastIndexOf('/') + 1);
  const isPrinted = target === null || target === '-' || target === '/dev/stdout';
  const answer = isPrinted || target === null ? output : fileNode(target);
  tracer.source('remote', answer, url);
  if (args.some(({ text }) => /^(?:@-|-)$/.test(text))) tracer.graph.connect(input, sent);
}

function send(use: Use, word: ShellWord, sent: string, { tracer, input }: ShellStep): void {
  tracer.graph.connect(tracer.placesOf(word), sent);
  const text = tracer.expand(word.text);
  const file = use === 'upload' ? text : /(?:^|=)[@<]([^;\s]{1,300})/.exec(text)?.[1];
  if (file === '-') tracer.graph.connect(input, sent);
  else if (file !== undefined) {
    tracer.graph.connect(tracer.file({ ...word, text: file }), sent, 'open');
    tracer.source('file', sent, file);
  }
}

/** Pairs every word that carries something with its use: `-d x`, `-dx`, `--data=x`, `-sSd x`. */
function* usesOf(
  args: readonly ShellWord[],
  options: Readonly<Record<string, Use>>,
): Generator<[Use, ShellWord]> {
  for (let index = 0; index < args.length; index++) {
    const word = args[index];
    if (word === undefined) return;
    const [name, inline] = optionOf(word.text, options);
    const use = name === null ? undefined : options[name];
    if (use === undefined) {
      if (!word.text.startsWith('-')) yield ['url', word];
    } else if (inline !== null) yield [use, { ...word, text: inline }];
    else {
      const value = args[index + 1];
      if (value !== undefined) yield [use, value];
      index++;
    }
  }
}

function optionOf(text: string, options: Readonly<Record<string, Use>>): [string | null, string | null] {
  if (Object.hasOwn(options, text)) return [text, null];
  if (text.startsWith('--')) {
    const equals = text.indexOf('=');
    return equals === -1 ? [null, null] : [text.slice(0, equals), text.slice(equals + 1)];
  }
  if (!/^-[a-zA-Z]/.test(text)) return [null, null];
  const at = [...text.slice(1)].findIndex((letter) => Object.hasOwn(options, `-${letter}`));
  if (at === -1) return [null, null];
  const rest = text.slice(at + 2);
  return [`-${text[at + 1]}`, rest === '' ? null : rest];
}

/** A file in a temporary folder, under a hidden name. */
export const HIDDEN_FILE = /^\/(?:tmp|var\/tmp|dev\/shm)\/\.\w/;

/** All input of the command, and the content of the files it names, goes to the host among its words. */
function sender(pickHost: (texts: readonly string[]) => string | undefined): Effect {
  return ({ args, input, output, tracer }) => {
    const sent = tracer.placeHere('net');
    const texts = args.map(({ text }) => tracer.expand(text));
    const host = pickHost(texts);
    if (host === undefined) {
      tracer.graph.connect([...input, ...args.flatMap((word) => tracer.placesOf(word))], output);
      return;
    }
    tracer.sink('network', sent, host);
    tracer.graph.connect(input, sent);
    const isKey = (index: number) => /^-[iFEP]$/.test(texts[index - 1] ?? '');
    for (const [index, word] of args.entries()) {
      if (word.text.startsWith('-') || isKey(index)) continue;
      tracer.graph.connect(tracer.placesOf(word), sent);
      tracer.graph.connect(tracer.file(word), sent, 'open');
      if (HIDDEN_FILE.test(texts[index] ?? '')) tracer.source('file', sent, texts[index] ?? '');
    }
    tracer.graph.connect(input, output);
  };
}

const remoteTarget = (texts: readonly string[]) =>
  texts.find((text) => /^[\w.-]+@?[\w.$-]*:(?!\\)|^\w+:\/\//.test(text));
const hostWord = (texts: readonly string[]) => texts.find((text) => /^[\w$-]+(?:\.[\w$-]+)+$/.test(text));
const anyWord = (texts: readonly string[]) => texts.find((text) => !text.startsWith('-')) ?? '';
const bucket = (texts: readonly string[]) =>
  texts.some((text) => /^(?:cp|sync|mv|copy|rsync|put)$/.test(text))
    ? texts.find((text) => /^(?:s3|gs):\/\/|^[\w-]+:/.test(text))
    : undefined;

/**
 * A name with a domain, which somebody else answers for; the name of this machine alone leads to nobody new.
 */
const HAS_DOMAIN = /\.[\w$]/;

/** A DNS lookup carries the parts that its name is made of. */
const lookup: Effect = ({ args, tracer }) => {
  const name = args.find((word) => word.variables.length + word.substitutions.length > 0);
  if (name === undefined || !HAS_DOMAIN.test(tracer.expand(name.text))) return;
  const sent = tracer.placeHere('net');
  tracer.sink('network', sent, `dns:${name.text}`);
  tracer.graph.connect(tracer.placesOf(name), sent);
};

/** Sends if one of its words is an address; otherwise passes its input on. */
export const sendSomewhere: Effect = sender((texts) =>
  texts.find((text) => /^https?:\/\/|^[\w.+-]{1,60}@[\w-]{1,60}\.\w/.test(text)),
);

export const sendToBucket: Effect = sender(bucket);

/** `gh gist create FILE` publishes the file, whoever owns the account. */
const gist = (texts: readonly string[]) => (texts[0] === 'gist' ? 'https://gist.github.com' : undefined);

export const otherClients: Readonly<Record<string, Effect>> = {
  nc: sender(anyWord),
  ncat: sender(anyWord),
  netcat: sender(anyWord),
  socat: sender(anyWord),
  telnet: sender(anyWord),
  scp: sender(remoteTarget),
  rsync: sender(remoteTarget),
  sftp: sender(remoteTarget),
  ftp: sender(hostWord),
  lftp: sender(anyWord),
  ssh: sender(anyWord),
  mail: sender((texts) => texts.find((text) => text.includes('@'))),
  mailx: sender((texts) => texts.find((text) => text.includes('@'))),
  mutt: sender((texts) => texts.find((text) => text.includes('@'))),
  sendmail: sender((texts) => texts.find((text) => text.includes('@'))),
  http: sender(hostWordOrUrl),
  https: sender(hostWordOrUrl),
  gsutil: sender(bucket),
  rclone: sender(bucket),
  gist: sender(gist),
  dig: lookup,
  nslookup: lookup,
  host: lookup,
  ping: lookup,
  Resolve: lookup,
};

function hostWordOrUrl(texts: readonly string[]): string | undefined {
  return texts.find((text) => /^https?:\/\//.test(text)) ?? hostWord(texts);
}
