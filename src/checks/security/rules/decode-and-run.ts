import { defineRule } from '../engine/security-rule.ts';

export const decodeAndRun = defineRule({
  id: 'security/decode-and-run',
  title: 'Runs what it decodes',
  severity: 'high',
  why: 'Encoded commands exist to keep a reader from seeing what runs.',
  remedy: 'Write the commands out.',
  owasp: ['ASI05', 'AST01'],
  isExplainedInCourses: true,
  patterns: [
    {
      severity: 'high',
      cues: ['powershell'],
      pattern:
        /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,120}\s-e(?:c|nc|ncodedcommand)?\s{1,3}["']?[A-Za-z0-9+/=]{20}/i,
      because: 'Runs a PowerShell command that is encoded so that nobody can read it.',
    },
    {
      severity: 'high',
      cues: ['eval'],
      pattern:
        /\beval\s{0,2}\(\s{0,2}(?:base64_decode|gzinflate|gzuncompress|str_rot13|atob|unescape|Buffer\.from|String\.fromCharCode|b64decode|Base64\.decode)/i,
      because: 'Decodes code and runs it in one expression.',
    },
    {
      severity: 'high',
      cues: ['exec'],
      pattern:
        /\bexec\s{0,2}\(\s{0,2}(?:compile\s{0,2}\(\s{0,2})?(?:base64\.|zlib\.|marshal\.|codecs\.|bytes\.fromhex|__import__\s{0,2}\(\s{0,2}["'](?:base64|zlib|marshal|codecs))/i,
      because: 'Decodes code and runs it in one Python expression.',
    },
    {
      severity: 'high',
      cues: ['base64'],
      pattern:
        /\bbase64\s{1,3}(?:-[a-zA-Z]{0,2}[dD]\b|--decode)[^\n|]{0,60}\|\s{0,3}(?:sudo\s{1,3})?(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh\b/,
      because: 'Pipes decoded text to a shell, where the text around it is not a script that can be parsed.',
    },
  ],
});
