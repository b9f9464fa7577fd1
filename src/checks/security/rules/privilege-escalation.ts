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
      because: 'Passes a stored password to sudo without its owner.',
    },
    {
      severity: 'high',
      cues: ['nopasswd'],
      pattern: /NOPASSWD\s{0,2}:\s{0,2}ALL/,
      needs: /sudoers|visudo/,
      because: 'Lets everything run as root without a password.',
    },
    {
      severity: 'high',
      cues: ['chmod'],
      pattern: /\bchmod\s{1,3}(?:-R\s{1,3})?(?:[ugoa]{0,3}\+[rwx]{0,3}s|[46][0-7]{3})\s/,
      because: 'Sets the setuid or setgid bit, so that the file runs with the rights of its owner or group.',
    },
    {
      severity: 'high',
      cues: ['docker'],
      pattern:
        /\bdocker\s{1,3}run\b[^\n]{0,160}(?:-v|--volume)[=\s]\s{0,2}\/:\/|\bdocker\s{1,3}run\b[^\n]{0,160}--privileged[^\n]{0,160}(?:nsenter|chroot|--pid[= ]host)/,
      because: 'Gives a container control over the machine.',
    },
    {
      severity: 'medium',
      cues: ['chmod'],
      pattern: /\bchmod\s{1,3}(?:-R\s{1,3})?0?777\s{1,3}(?:-R\s{1,3})?(?:\/|~|\$HOME)/,
      because: 'Lets every user of the machine change the root folder, the home folder or files in them.',
    },
    {
      severity: 'high',
      cues: ['clusterrolebinding'],
      pattern:
        /clusterrolebinding\s[^\n]{0,160}(?:system:(?:anonymous|unauthenticated)|--group[= ]system:(?:authenticated|serviceaccounts)\b)/,
      because: 'Gives rights to everybody who can reach the cluster.',
    },
    {
      severity: 'high',
      cues: ['nsenter', 'chroot'],
      pattern: /\b(?:nsenter|chroot)\b/,
      needs: /privileged["']?\s{0,2}:\s{0,2}true/,
      because: 'Lets a privileged container leave its isolation.',
    },
    {
      severity: 'medium',
      cues: ['clusterrolebinding'],
      pattern: /clusterrolebinding\s[^\n]{0,120}--clusterrole[= ]cluster-admin/,
      because: 'Gives an account all rights over the cluster.',
    },
    {
      severity: 'high',
      cues: ['add'],
      pattern:
        /add-iam-policy-binding\b[^\n]{0,120}--member[= ]["']?(?:user|group):[\w.+-]{1,60}@[\w.-]{1,60}[^\n]{0,60}roles\/(?:owner|editor|iam\.\w{0,20}Admin)/,
      unless: /@(?:[\w-]{1,40}\.)?(?:example|company|yourcompany|domain|acme)\./,
      because: 'Gives somebody that the user did not choose control over the project.',
    },
    {
      severity: 'medium',
      cues: ['usermod'],
      pattern: /\busermod\s[^\n]{0,40}-[a-zA-Z]{0,3}G\s{1,3}(?:sudo|wheel|root|admin)\b/,
      because: 'Gives an account the rights of an administrator.',
    },
    {
      severity: 'high',
      cues: ['arn'],
      pattern:
        /arn:aws:iam::(?!123456789012|111122223333|444455556666|000000000000|111111111111|999999999999)\d{12}:root\b/,
      needs:
        /sts:AssumeRole[\s\S]{0,2000}AdministratorAccess|AdministratorAccess[\s\S]{0,2000}sts:AssumeRole/,
      because: 'Lets another cloud account take over this one.',
    },
    {
      severity: 'medium',
      cues: ['host', 'hostssl', 'hostnossl'],
      pattern: /\bhost(?:no)?(?:ssl)?\s{1,20}all\s{1,20}all\s{1,20}(?:0\.0\.0\.0\/0|::\/0|all)\s{1,20}\w/,
      because: 'Lets every address on the internet log in to the database.',
    },
    {
      severity: 'high',
      cues: ['privileged'],
      pattern: /(?<![\w/.])\/:\/\w{0,20}(?![\w/]*:ro\b)/,
      needs: /\bprivileged["'`]?\s{0,2}:\s{0,2}["'`]?true/,
      because: "Mounts the host's whole disk into a privileged container.",
    },
    {
      severity: 'high',
      cues: ['collaborators', 'memberships'],
      pattern:
        /\/(?:collaborators|memberships)\/[a-z][\w-]{2,40}\b[^\n]{0,80}(?:permission|role)=["']?(?:admin|maintain|push|write)/i,
      because: 'Lets somebody that the user did not choose change the repository.',
    },
  ],
  claims: [
    {
      severity: 'medium',
      slots: ['plant', 'adminGrant'],
      gap: 8,
      because: 'Grants administrator rights over everything.',
    },
  ],
});
