import type { CodePattern } from '../engine/patterns/code-pattern.ts';
import { BACKDOOR, PRIVILEGE } from '../rules/control.ts';
import type { Of } from './of-rule.ts';

/** Rights and access that nobody was meant to have. */
export const PRIVILEGE_PATTERNS: readonly Of<CodePattern>[] = [
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['sudo'],
    pattern: /\b(?:cat|echo)\s[^\n|]{1,120}\|\s{0,3}sudo\s{1,3}-S\b/,
    because: 'A password is kept and used without its owner.',
  },

  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['nopasswd'],
    pattern: /NOPASSWD\s{0,2}:\s{0,2}ALL/,
    needs: /sudoers|visudo/,
    because: 'Everything runs as root without a password.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['chmod'],
    pattern: /\bchmod\s{1,3}(?:-R\s{1,3})?(?:[ugoa]{0,3}\+[rwx]{0,3}s|[46][0-7]{3})\s/,
    because: 'Whoever runs the file becomes its owner.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['docker'],
    pattern:
      /\bdocker\s{1,3}run\b[^\n]{0,160}(?:-v|--volume)[=\s]\s{0,2}\/:\/|\bdocker\s{1,3}run\b[^\n]{0,160}--privileged[^\n]{0,160}(?:nsenter|chroot|--pid[= ]host)/,
    because: 'The container owns the machine.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['chmod'],
    pattern: /\bchmod\s{1,3}(?:-R\s{1,3})?0?777\s{1,3}(?:-R\s{1,3})?(?:\/|~|\$HOME)/,
    because: 'Everybody may change it.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['clusterrolebinding'],
    pattern:
      /clusterrolebinding\s[^\n]{0,160}(?:system:(?:anonymous|unauthenticated)|--group[= ]system:(?:authenticated|serviceaccounts)\b)/,
    because: 'Anybody who reaches the cluster has the rights.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['nsenter', 'chroot'],
    pattern: /\b(?:nsenter|chroot)\b/,
    needs: /privileged["']?\s{0,2}:\s{0,2}true/,
    because: 'A container that steps out onto its host.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['clusterrolebinding'],
    pattern: /clusterrolebinding\s[^\n]{0,120}--clusterrole[= ]cluster-admin/,
    because: 'Whoever has the account owns the cluster.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['add'],
    pattern:
      /add-iam-policy-binding\b[^\n]{0,120}--member[= ]["']?(?:user|group):[\w.+-]{1,60}@[\w.-]{1,60}[^\n]{0,60}roles\/(?:owner|editor|iam\.\w{0,20}Admin)/,
    unless: /@(?:[\w-]{1,40}\.)?(?:example|company|yourcompany|domain|acme)\./,
    because: 'Somebody the user did not choose owns the project.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['usermod'],
    pattern: /\busermod\s[^\n]{0,40}-[a-zA-Z]{0,3}G\s{1,3}(?:sudo|wheel|root|admin)\b/,
    because: 'An account gets the rights of an administrator.',
  },
  {
    rule: BACKDOOR,
    severity: 'high',
    cues: ['role', 'isadmin', 'is_admin', 'authenticated'],
    pattern:
      /\b(?:headers?|query|cookies?|params|body|args|password|passwd|token)\b[^\n]{0,60}={2,3}\s{0,2}["'][^"'\n]{6,60}["'][\s\S]{0,140}?(?:role["']?\s{0,2}[:=]{1,2}\s{0,2}["']admin|is_?admin["']?\s{0,2}[:=]\s{0,2}true|authenticated["']?\s{0,2}[:=]\s{0,2}true)/i,
    codeOnly: true,
    because: 'A word that is written into the code makes an administrator.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['arn'],
    pattern:
      /arn:aws:iam::(?!123456789012|111122223333|444455556666|000000000000|111111111111|999999999999)\d{12}:root\b/,
    needs: /sts:AssumeRole[\s\S]{0,2000}AdministratorAccess|AdministratorAccess[\s\S]{0,2000}sts:AssumeRole/,
    because: 'Another account takes over this one whenever it likes.',
  },
  {
    rule: BACKDOOR,
    severity: 'high',
    cues: ['useradd'],
    pattern: /\buseradd\s[^\n]{0,60}(?:-o\s{1,3}-u\s{1,3}0|-u\s{1,3}0\s{1,3}-o)\b/,
    because: 'A second root.',
  },
  {
    rule: BACKDOOR,
    severity: 'medium',
    cues: ['permitrootlogin'],
    pattern: /PermitRootLogin\s{1,3}yes/,
    because: 'Anybody with the password is root from afar.',
  },
  {
    rule: BACKDOOR,
    severity: 'high',
    cues: ['ssh'],
    pattern: /\bssh\s[^\n]{0,80}-R\s{0,3}\S{0,40}:(?:localhost|127\.0\.0\.1):22\b/,
    because: 'A way in from outside past every firewall.',
  },
  {
    rule: BACKDOOR,
    severity: 'medium',
    cues: ['superuser'],
    pattern:
      /\bCREATE\s{1,3}(?:ROLE|USER)\b[^\n;]{0,80}\bSUPERUSER\b[^\n;]{0,60}\bPASSWORD\s{1,3}'[^'\n]{4,60}'/i,
    because: 'An account that may do everything, with a password that all readers know.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    cues: ['host', 'hostssl', 'hostnossl'],
    pattern: /\bhost(?:no)?(?:ssl)?\s{1,20}all\s{1,20}all\s{1,20}(?:0\.0\.0\.0\/0|::\/0|all)\s{1,20}\w/,
    because: 'A database that the whole internet may log in to.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['privileged'],
    pattern: /(?<![\w/.])\/:\/\w{0,20}(?![\w/]*:ro\b)/,
    needs: /\bprivileged["'`]?\s{0,2}:\s{0,2}["'`]?true/,
    because: 'A container that owns the disk of its host.',
  },
  {
    rule: PRIVILEGE,
    severity: 'high',
    cues: ['collaborators', 'memberships'],
    pattern:
      /\/(?:collaborators|memberships)\/[a-z][\w-]{2,40}\b[^\n]{0,80}(?:permission|role)=["']?(?:admin|maintain|push|write)/i,
    because: 'Somebody the user did not choose may change the repository.',
  },
  {
    rule: BACKDOOR,
    severity: 'high',
    cues: ['ssh', 'ecdsa'],
    pattern:
      /\b(?:add|append|install|put|place|insert)\b[^\n]{0,80}\b(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-\w{4,20})\s{1,2}AAAA[A-Za-z0-9+/]{30}/i,
    proseOnly: true,
    because: 'Whoever wrote the skill has the other half of the key.',
  },
];
