import { type Effect, passOn } from './effect.ts';
import { copy, crontab, pack, tee } from './file-effects.ts';
import { curl, otherClients, sendSomewhere, wget } from './network-effects.ts';
import { appleScript, evaluate, install, interpreter, runFile, source } from './run-effects.ts';
import {
  capture,
  cloud,
  declare,
  emit,
  environment,
  gitEffect,
  readLine,
  secretPrinter,
} from './source-effects.ts';
import { decoder, echo, find, read, search } from './text-effects.ts';
import type { ShellStep } from './trace-shell.ts';

/** Adds the effect of one command to the graph. An unknown command passes its input and words on. */
export function effectOf(step: ShellStep): void {
  const effect = Object.hasOwn(EFFECTS, step.name) ? EFFECTS[step.name] : undefined;
  if (effect !== undefined) effect(step);
  else if (isScriptPath(step.name)) runFile(step, step.name);
  else if (SENDING_NAME.test(step.name)) sendSomewhere(step);
  else passOn(step);
}

/** Matches unknown programs whose name says that they send. */
const SENDING_NAME = /send|mail|upload|post|notify|webhook|publish|report|sync|share/i;

function isScriptPath(name: string): boolean {
  return /^(?:\.{0,2}\/|~\/|\$\w)/.test(name) || /\.(?:sh|py|js|exe|command|bat)$/.test(name);
}

const each = (names: string, effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.split(' ').map((name) => [name, effect]));

const EFFECTS: Readonly<Record<string, Effect>> = {
  ...each(
    'cat sqlite3 head tail less more tac nl strings od hexdump jq yq sed awk cut sort uniq tr gzip gunzip zcat bzip2 xz gpg column fold paste wc type bat xargs dd',
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
  ...each('read mapfile readarray', readLine),
  ...each('wg', secretPrinter(/gen(?:key|psk)\b/, 'personal', 'a private key')),
  ...each(
    'fly flyctl heroku vercel netlify doppler railway supabase wrangler',
    secretPrinter(
      /secrets?\s+(?:list|get|download)|env\s+(?:list|pull|get)|\bconfig\b|variables/,
      'credential',
      'deployment secrets',
    ),
  ),
  ...each('export declare set', declare),
  ...each(
    'whoami hostname id uname ifconfig ipconfig ip w last users sw_vers system_profiler lscpu',
    emit('identity', 'who and where this machine is'),
  ),
  ...each('history fc', emit('history', 'shell history')),
  ...each('pbpaste xclip xsel wl-paste', emit('surveillance', 'the clipboard')),
  ...each('screencapture scrot gnome-screenshot', emit('surveillance', 'the screen')),
  ...each('arecord parecord rec imagesnap fswebcam', emit('surveillance', 'the camera or the microphone')),
  ffmpeg: capture,
  ...each(
    'security',
    secretPrinter(/find-(?:generic|internet)-password|dump-keychain|export/, 'personal', 'keychain'),
  ),
  ...each('secret-tool', secretPrinter(/lookup|search/, 'personal', 'keychain')),
  ...each('pass', secretPrinter(/./, 'personal', 'password store')),
  ...each('kubectl oc', secretPrinter(/get\s+secrets?\b/, 'credential', 'Kubernetes secrets')),
  ...each('vault', secretPrinter(/(?:kv get|read)\b/, 'credential', 'Vault secrets')),
  ...each('op bw lpass', secretPrinter(/(?:item get|read|get|show|list)\b/, 'key', 'a password manager')),
  ...each('gh', secretPrinter(/auth token/, 'key', 'GITHUB_TOKEN')),
  ...each('gcloud', secretPrinter(/print-(?:access|identity)-token/, 'key', 'GOOGLE_TOKEN')),
  ...each(
    'aws',
    cloud(
      secretPrinter(/configure (?:get|export-credentials)|get-session-token/, 'key', 'AWS_SECRET_ACCESS_KEY'),
    ),
  ),
  ...each('grep rg ag egrep ripgrep', search),
  ...each('find fd', find),
  ...each('git', gitEffect),
  ...each('crontab at', crontab),
  ...each('curl', curl),
  ...each('wget', wget),
  ...otherClients,
};
