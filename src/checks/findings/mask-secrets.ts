/**
 * Credentials that are recognised by their own form. No pattern can start inside a run of its letters, so
 * each is linear.
 */
const SECRET_FORMS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END[^\n]*)?/g,
  /(?<![\w-])(?:AKIA|ASIA)[0-9A-Z]{16}(?![\w-])/g,
  /(?<![\w-])(?:gh[opsur]_|github_pat_|hf_|npm_|[rs]k_live_|[rs]k_test_)\w{16,}/g,
  /(?<![\w-])(?:sk-|glpat-|xox[a-z]-|AIza)[\w-]{12,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+)?/g,
];

/**
 * Values that their context shows to be secret: only the value is masked, so that the rest remains readable.
 */
const SECRET_CONTEXTS = [
  /(\/\/[^\s/:@]{0,64}:)[^\s/@]+(?=@)/g,
  /(\b(?:Bearer|Basic)\s+)[\w.~+/=-]{12,}/gi,
  /((?:password|passwd|secret|token|api[_-]?key|access[_-]?key)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"'`,;]{6,}/gi,
];

/** A long run of both letters and digits, such as a key of unknown form or an encoded payload. */
const LONG_RUN = /[A-Za-z0-9+=]{32,}/g;

const MASK = '[redacted]';

export function maskSecrets(text: string): string {
  const masked = SECRET_FORMS.reduce((rest, form) => rest.replace(form, MASK), text);
  const inContext = SECRET_CONTEXTS.reduce((rest, context) => rest.replace(context, `$1${MASK}`), masked);
  return inContext.replace(LONG_RUN, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? MASK : run));
}
