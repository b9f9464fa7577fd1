import { defineRule } from '../engine/security-rule.ts';

export const ransom = defineRule({
  id: 'security/ransom',
  title: "Encrypts the user's files (ransomware)",
  severity: 'critical',
  why: 'Ransomware encrypts what somebody else needs.',
  remedy: 'Remove it; encrypt copies, with a key that the user chose.',
  owasp: ['ASI10', 'AST01'],
  patterns: [
    {
      severity: 'critical',
      cues: ['fernet', 'aes', 'encryptfile', 'pyaescrypt', 'encrypt', 'createcipheriv'],
      pattern:
        /\b(?:Fernet\s{0,2}\(|AES\.new\s{0,2}\(|encryptFile\s{0,2}\(|pyAesCrypt\.|\.encrypt\s{0,2}\(|createCipheriv\s{0,2}\()/,
      needs:
        /(?:os\.walk|\.rglob|glob\.glob|readdirSync|walkSync|scandir)[\s\S]{0,3000}(?:os\.(?:remove|unlink)|unlinkSync|\.unlink\(|\.locked|\.encrypted|\.enc["'])/,
      because: 'Walks through folders, encrypts and removes.',
    },
    {
      severity: 'critical',
      cues: ['gpg', 'openssl'],
      pattern:
        /\b(?:find|for)\b[^\n]{0,160}\b(?:gpg\s[^\n]{0,60}(?:-c|--symmetric)|openssl\s{1,3}enc\b)[^\n]{0,200}\b(?:rm|shred)\b/,
      because: 'The same in a shell.',
    },
  ],
  claims: [
    {
      severity: 'info',
      slots: ['encrypt', 'files'],
      gap: 3,
      unless: ['atRest'],
      because: 'Half of it; the other half is what becomes of the originals.',
    },
    {
      severity: 'medium',
      slots: ['destroy', 'original'],
      gap: 3,
      because: 'The other half.',
    },
    {
      severity: 'critical',
      slots: ['encrypt', 'destroy', 'original'],
      gap: 20,
      because: 'Encrypted, and the original gone.',
    },
    {
      severity: 'high',
      slots: ['encrypt', 'whole|user', 'files'],
      gap: 4,
      unless: ['atRest'],
      because: 'Everything is encrypted, not what is secret.',
    },
    {
      severity: 'critical',
      slots: ['encrypt', 'files', 'ransom'],
      gap: 25,
      unless: ['atRest'],
      because: 'Encrypted against a payment, or with the original gone.',
    },
  ],
});
