import type { ParsedLanguage } from '../syntax/script-parser.ts';

/** Matches code that talks to other machines. */
const NETWORK =
  /\b(?:git\s{1,3}push|curl|wget|requests|urllib\w*|httpx|aiohttp|fetch|axios|http\.client|https?['"]?\)?\.(?:get|request)|socket|smtplib|ftplib|paramiko|sendBeacon|XMLHttpRequest|WebSocket|nc|ncat|netcat|scp|rsync|rclone|gsutil|sendmail|mailx?|dig|nslookup|undici|urlopen|urlretrieve|import_module|__import__|got|superagent|dns|telnet|socat|gist|Image)\b|(?:^|[;&|]\s{0,2})\$\{?\w{1,20}\}?\$\{?\w{1,20}\}?\s|\b(?:c['"\\]{1,2}u|cu['"\\]{1,2}r|cur['"\\]{1,2}l|w['"\\]{1,2}g|wg['"\\]{1,2}e)|\/dev\/tcp|['"](?:node:)?https?['"]|\b(?:send|post|upload|notify|publish)[_-]\w|\b(?:exec|system|popen|run|spawn)\w{0,6}\(\s{0,2}[^\n]{1,60}https?:\/\//m;
/** Matches what must not leave, wherever in the skill the exit is. */
const SECRET =
  /\.(?:ssh|aws|kube|docker|npmrc|pypirc|netrc|gnupg|pgpass|azure|password-store|env\b|git-credentials|claude|codex|openclaw|clawd\w*|anthropic|bash_history|zsh_history|mozilla|electrum|bitcoin)|gcloud|environ\b(?!\s*[[.])|printenv|(?:^|[|;&(]\s*)env\b|export -p|id_rsa|id_ed25519|wallet\.dat|keychain|messages\/chat\.db|library\/mail|login data|find-(?:generic|internet)-password|\/etc\/shadow|get\s+secrets?\b/im;
/** Matches what must not leave in a text that also has the exit. */
const PRIVATE =
  /[\s="']@[\w./$~-]|\/tmp\/\.\w|--upload-file|\s-T\s|169\.254\.169\.254|metadata\.google|environ\b|process\.env|credential|wallet|fetchall|fetchmany|cookies?\b|whoami|hostname|userInfo|platform\.|getpass|avfoundation|alsa|pulse\b|dshow|x11grab|arecord|clipboard|pyperclip|pbpaste|xclip|ImageGrab|screencapture|screenshot|keyring|\/etc\/passwd|[A-Z]_(?:API_)?(?:KEY|TOKEN|SECRET|PASSWORD)\b|\bfind\b|\bgit (?:log|diff|config|remote)|grep -|history\b|auth token/i;
/** Matches code that runs a text. */
const EXECUTION =
  /\||\b(?:eval|exec|execfile|system|popen|Popen|subprocess|child_process|Function|vm|source|chmod|sh|bash|zsh|python3?|node|perl|osascript|installer|dpkg|open|pickle|marshal|joblib|dill|torch|yaml|sendall|recv)\b|<\(|^\s*\.\/|\.\/\w/m;
/** Matches code that decodes a text. */
const DECODING =
  /base64|b64decode|\batob\b|fromhex|unhexlify|\bxxd\b|openssl|fromCharCode|decompress|marshal|codecs|\\x[0-9a-f]{2}|Buffer\.from|b32decode|\brev\b|base32/i;
/** Matches places from which things are started. */
const STARTUP =
  /authorized_keys|crontab|\.bashrc|\.zshrc|\.profile|LaunchAgents|systemd|autostart|CLAUDE\.md|AGENTS\.md|MEMORY\.md|settings\.json|\.cursorrules/;

/** The ends of a flow that a text contains. */
export type Look = { isOnline: boolean; hasSecret: boolean; isComplete: boolean };

export function lookAt(written: string): Look {
  const text = withBreaks(written);
  const isOnline = NETWORK.test(text);
  const hasSecret = SECRET.test(text);
  return { isOnline, hasSecret, isComplete: isComplete(text, isOnline, hasSecret) };
}

/** Whether any part of a text can contain an end of a flow at all. */
export function mayHoldFlow(written: string): boolean {
  const text = withBreaks(written);
  return NETWORK.test(text) || DECODING.test(text) || SECRET.test(text);
}

/**
 * Code in a string has escapes for its line breaks, which would seem to begin its words: `\\ncurl`. The text as it
 * is comes first, because a shell drops a backslash: `cu\rl`.
 */
function withBreaks(text: string): string {
  return /\\[nrt]/.test(text) ? `${text}\n${text.replace(/\\+[nrt]/g, '\n')}` : text;
}

const MAX_LINE = 2_000;
const LINES_AROUND = 3;

/** The lines that may be an end of a flow, with those around them. */
export function tellingLines(text: string): string {
  const lines = text.split('\n');
  const kept = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.length > MAX_LINE || !mayHoldFlow(line)) continue;
    for (let at = index - LINES_AROUND; at <= index + LINES_AROUND; at++) kept.add(at);
  }
  return lines.filter((line, index) => kept.has(index) && line.length <= MAX_LINE).join('\n');
}

/** Whether a text contains both ends. */
function isComplete(text: string, isOnline: boolean, hasSecret: boolean): boolean {
  if (isOnline && (hasSecret || PRIVATE.test(text))) return true;
  return (isOnline || DECODING.test(text)) && (EXECUTION.test(text) || STARTUP.test(text));
}

const COMMAND =
  /\b(?:git\s{1,3}push|curl|wget|base64|nc|ncat|eval|xxd|openssl|bash|sh|scp|rsync|python3?|node)\b/;

export function hasCommand(text: string): boolean {
  return COMMAND.test(text);
}

/** Whether a piece of running text may be a command that contains both ends of a flow. */
export function looksLikeCommand(text: string): boolean {
  return text.length >= 8 && COMMAND.test(text) && /[|$<;&(]|\s-/.test(text) && lookAt(text).isComplete;
}

export function parsedLanguage(language: string | null): ParsedLanguage | null {
  if (language === null) return 'bash';
  return language === 'bash' ||
    language === 'python' ||
    language === 'javascript' ||
    language === 'typescript' ||
    language === 'tsx'
    ? language
    : null;
}
