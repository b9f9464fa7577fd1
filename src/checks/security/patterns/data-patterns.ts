import { CREDENTIAL_EXFILTRATION, METADATA_SERVICE, SURVEILLANCE } from '../rules/data.ts';
import { INSTALL_HOOK, PACKAGE_SOURCE, UNPINNED_PACKAGE } from '../rules/supply.ts';
import type { CodePattern } from './code-pattern.ts';

/** Keys that leave, and code that comes in. */
export const DATA_PATTERNS: readonly CodePattern[] = [
  {
    rule: CREDENTIAL_EXFILTRATION,
    severity: 'critical',
    cues: ['tojson'],
    pattern: /toJSON\(\s{0,2}secrets\s{0,2}\)[^\n]{0,200}\b(?:curl|wget|nc|http)\b/i,
    because: 'All secrets of a pipeline leave it.',
  },
  {
    rule: CREDENTIAL_EXFILTRATION,
    severity: 'critical',
    cues: ['serviceaccount'],
    pattern: /serviceaccount\/token[^\n]{0,120}\|[^\n]{0,40}\b(?:curl|wget|nc)\b/,
    because: 'The key of a cluster leaves it.',
  },
  {
    rule: METADATA_SERVICE,
    severity: 'medium',
    cues: ['169'],
    pattern: /169\.254\.169\.254\/(?:latest|metadata|computeMetadata|opc)/,
    because: 'Keys of the machine are asked for.',
  },
  {
    rule: METADATA_SERVICE,
    severity: 'medium',
    cues: ['computemetadata'],
    pattern: /metadata\.google\.internal\/computeMetadata/,
    because: 'The same at another cloud.',
  },
  {
    rule: SURVEILLANCE,
    severity: 'high',
    cues: ['on_press'],
    pattern: /\bkeyboard\.Listener\s{0,2}\(\s{0,2}on_press/,
    because: 'Every key is seen.',
    codeOnly: true,
  },
  {
    rule: PACKAGE_SOURCE,
    severity: 'low',
    cues: ['git'],
    pattern:
      /\b(?:pip3?|uv|pipx)\s{1,3}(?:pip\s{1,3})?(?:install|download)\b[^\n]{0,160}git\+(?:https?|ssh):/,
    because: 'A branch of a repository is whatever it is today.',
  },
  {
    rule: INSTALL_HOOK,
    severity: 'low',
    cues: ['postinstall', 'preinstall'],
    pattern: /"(?:pre|post)install"\s{0,2}:\s{0,2}"[^"\n]{1,300}"/,
    because: 'Runs when the package is installed.',
    codeOnly: true,
  },
  {
    rule: UNPINNED_PACKAGE,
    severity: 'info',
    cues: ['npx'],
    pattern: /\bnpx\s{1,3}(?:-y|--yes)\s{1,3}@?[\w./-]{2,80}(?=\s|$)/m,
    because: 'The newest version runs, unseen.',
  },
];
