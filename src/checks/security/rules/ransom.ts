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
      because: 'Walks through folders, encrypts files and deletes or renames the originals.',
    },
    {
      severity: 'critical',
      cues: ['gpg', 'openssl'],
      pattern:
        /\b(?:find|for)\b[^\n]{0,160}\b(?:gpg\s[^\n]{0,60}(?:-c|--symmetric)|openssl\s{1,3}enc\b)[^\n]{0,200}\b(?:rm|shred)\b/,
      because: 'Encrypts files and deletes the originals in a shell loop.',
    },
  ],
  claims: [
    {
      severity: 'info',
      slots: ['encrypt', 'files'],
      gap: 3,
      unless: ['atRest'],
      because: 'Encrypts files, which is harmful if the originals are deleted as well.',
    },
    {
      severity: 'medium',
      slots: ['destroy', 'original'],
      gap: 3,
      because: 'Deletes original files, which is harmful if they were encrypted first.',
    },
    {
      severity: 'critical',
      slots: ['encrypt', 'destroy', 'original'],
      gap: 20,
      because: 'Deletes the originals after encrypting them.',
    },
    {
      severity: 'high',
      slots: ['encrypt', 'whole|user', 'files'],
      gap: 4,
      unless: ['atRest'],
      because: "Encrypts all files or the user's files, and not only secret ones.",
    },
    {
      severity: 'critical',
      slots: ['encrypt', 'files', 'ransom'],
      gap: 25,
      unless: ['atRest'],
      because: 'Encrypts files and demands a payment or deletes the originals.',
    },
  ],
});
