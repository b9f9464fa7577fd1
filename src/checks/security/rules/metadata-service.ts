import { defineRule } from '../engine/security-rule.ts';

export const metadataService = defineRule({
  id: 'security/metadata-service',
  title: 'Queries the metadata service of a cloud machine',
  severity: 'medium',
  why: 'It gives the keys of the machine to everything that runs there.',
  remedy: 'Use the SDK of the cloud, with a role made for the task.',
  owasp: ['ASI03', 'AST03'],
  patterns: [
    {
      severity: 'medium',
      cues: ['169'],
      pattern: /169\.254\.169\.254\/(?:latest|metadata|computeMetadata|opc)/,
      because: 'Queries the metadata service at its address, which hands out keys of the machine.',
    },
    {
      severity: 'medium',
      cues: ['computemetadata'],
      pattern: /metadata\.google\.internal\/computeMetadata/,
      because: 'Queries the metadata service of Google Cloud, which hands out keys of the machine.',
    },
  ],
});
