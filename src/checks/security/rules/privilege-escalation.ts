import { defineRule } from '../engine/security-rule.ts';

export const privilegeEscalation = defineRule({
  id: 'security/privilege-escalation',
  title: 'Escalates privileges',
  severity: 'high',
  why: 'Privileges granted once remain, and everything else can use them.',
  remedy: 'Run with the privileges of the user, or ask for the one command that needs more.',
  owasp: ['ASI03', 'AST03'],
  patterns: [
    {
      severity: 'medium',
      cues: ['sudo'],
      pattern: /\b(?:cat|echo)\s[^\n|]{1,120}\|\s{0,3}sudo\s{1,3}-S\b/,
      because: 'A password is kept and used without its owner.',
    },
    {
      severity: 'high',
      cues: ['nopasswd'],
      pattern: /NOPASSWD\s{0,2}:\s{0,2}ALL/,
      needs: /sudoers|visudo/,
      because: 'Everything runs as root without a password.',
    },
    {
      severity: 'high',
      cues: ['chmod'],
      pattern: /\bchmod\s{1,3}(?:-R\s{1,3})?(?:[ugoa]{0,3}\+[rwx]{0,3}s|[46][0-7]{3})\s/,
      because: 'Whoever runs the file becomes its owner.',
    },
    {
      severity: 'high',
      cues: ['docker'],
      pattern:
        /\bdocker\s{1,3}run\b[^\n]{0,160}(?:-v|--volume)[=\s]\s{0,2}\/:\/|\bdocker\s{1,3}run\b[^\n]{0,160}--privileged[^\n]{0,160}(?:nsenter|chroot|--pid[= ]host)/,
      because: 'The container owns the machine.',
    },
    {
      severity: 'medium',
      cues: ['chmod'],
      pattern: /\bchmod\s{1,3}(?:-R\s{1,3})?0?777\s{1,3}(?:-R\s{1,3})?(?:\/|~|\$HOME)/,
      because: 'Everybody may change it.',
    },
    {
      severity: 'high',
      cues: ['clusterrolebinding'],
      pattern:
        /clusterrolebinding\s[^\n]{0,160}(?:system:(?:anonymous|unauthenticated)|--group[= ]system:(?:authenticated|serviceaccounts)\b)/,
      because: 'Anybody who reaches the cluster has the rights.',
    },
    {
      severity: 'high',
      cues: ['nsenter', 'chroot'],
      pattern: /\b(?:nsenter|chroot)\b/,
      needs: /privileged["']?\s{0,2}:\s{0,2}true/,
      because: 'A container that steps out onto its host.',
    },
    {
      severity: 'medium',
      cues: ['clusterrolebinding'],
      pattern: /clusterrolebinding\s[^\n]{0,120}--clusterrole[= ]cluster-admin/,
      because: 'Whoever has the account owns the cluster.',
    },
    {
      severity: 'high',
      cues: ['add'],
      pattern:
        /add-iam-policy-binding\b[^\n]{0,120}--member[= ]["']?(?:user|group):[\w.+-]{1,60}@[\w.-]{1,60}[^\n]{0,60}roles\/(?:owner|editor|iam\.\w{0,20}Admin)/,
      unless: /@(?:[\w-]{1,40}\.)?(?:example|company|yourcompany|domain|acme)\./,
      because: 'Somebody the user did not choose owns the project.',
    },
    {
      severity: 'medium',
      cues: ['usermod'],
      pattern: /\busermod\s[^\n]{0,40}-[a-zA-Z]{0,3}G\s{1,3}(?:sudo|wheel|root|admin)\b/,
      because: 'An account gets the rights of an administrator.',
    },
    {
      severity: 'high',
      cues: ['arn'],
      pattern:
        /arn:aws:iam::(?!123456789012|111122223333|444455556666|000000000000|111111111111|999999999999)\d{12}:root\b/,
      needs:
        /sts:AssumeRole[\s\S]{0,2000}AdministratorAccess|AdministratorAccess[\s\S]{0,2000}sts:AssumeRole/,
      because: 'Another account takes over this one whenever it likes.',
    },
    {
      severity: 'medium',
      cues: ['host', 'hostssl', 'hostnossl'],
      pattern: /\bhost(?:no)?(?:ssl)?\s{1,20}all\s{1,20}all\s{1,20}(?:0\.0\.0\.0\/0|::\/0|all)\s{1,20}\w/,
      because: 'A database that the whole internet may log in to.',
    },
    {
      severity: 'high',
      cues: ['privileged'],
      pattern: /(?<![\w/.])\/:\/\w{0,20}(?![\w/]*:ro\b)/,
      needs: /\bprivileged["'`]?\s{0,2}:\s{0,2}["'`]?true/,
      because: 'A container that owns the disk of its host.',
    },
    {
      severity: 'high',
      cues: ['collaborators', 'memberships'],
      pattern:
        /\/(?:collaborators|memberships)\/[a-z][\w-]{2,40}\b[^\n]{0,80}(?:permission|role)=["']?(?:admin|maintain|push|write)/i,
      because: 'Somebody the user did not choose may change the repository.',
    },
  ],
  claims: [
    {
      severity: 'medium',
      slots: ['plant', 'adminGrant'],
      gap: 8,
      because: 'Rights over everything are given out.',
    },
  ],
});
