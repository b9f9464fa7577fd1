import { expect, test } from 'vitest';
import { maskSecrets } from '../../../src/checks/findings/mask-secrets.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const BODY = 'a1B2c3D4'.repeat(4);

test.each([
  ['GitHub', `ghp_${BODY}`],
  ['GitHub, fine-grained', `github_pat_${BODY}`],
  ['GitLab', `glpat-${BODY}`],
  ['a model provider', `sk-ant-api03-${BODY}`],
  ['AWS', `AKIA${'ABCD2345'.repeat(2)}`],
  ['Google', `AIza${BODY}`],
  ['Slack', `xoxb-1234-${BODY}`],
  ['Stripe', `sk_live_${BODY}`],
  ['npm', `npm_${BODY}`],
  ['Hugging Face', `hf_${BODY}`],
  ['a web token', `eyJ${BODY}.eyJ${BODY}.${BODY}`],
  ['an unknown kind', BODY],
  ['hexadecimal digits', '0123456789abcdef'.repeat(4)],
])('a key of %s is masked', (_, secret) => {
  expect(maskSecrets(`use ${secret} here`)).toBe('use [redacted] here');
});

test('a private key is masked with its whole content, terminated or not', () => {
  const open = `-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n`;
  expect(maskSecrets(`a ${open}-----END RSA PRIVATE KEY-----\nb`)).toBe('a [redacted]\nb');
  expect(maskSecrets(`a ${open}`)).toBe('a [redacted]');
});

test.each([
  ['password: hunter2!', 'password: [redacted]'],
  ['API_KEY="abcdef"', 'API_KEY="[redacted]"'],
  ["'client_secret': 'abcdef'", "'client_secret': '[redacted]'"],
  ['https://user:hunter2@example.com/', 'https://user:[redacted]@example.com/'],
  ['Authorization: Bearer abc.def-ghi_jkl', 'Authorization: Bearer [redacted]'],
])('%o keeps its name and loses its value', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test.each([
  'name: a-very-long-name-of-a-skill-for-python-3-and-no-key-at-all',
  'max_tokens: 4096000',
  'https://example.com/a/b?c=d#e',
  'see references/2026-01-01-notes.md and scripts/convert_to_pdf.py',
  'a'.repeat(70),
  'The quick brown fox jumps over 13 lazy dogs.',
])('%o contains no secret and stays unchanged', (text) => {
  expect(maskSecrets(text)).toBe(text);
});
