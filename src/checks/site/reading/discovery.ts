/** Constants of Agent Skills Discovery. */
export const CANONICAL_PATH = '/.well-known/agent-skills/index.json';
export const LEGACY_PATH = '/.well-known/skills/index.json';
export const SCHEMA_URI = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

export const DISCOVERY_TEXT = 'Agent Skills Discovery v0.2.0';
export const SITE_CHECK_TEXT = 'agent-skills check 1.0.0';
