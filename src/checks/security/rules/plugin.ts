import { defineRule } from '../engine/security-rule.ts';

export const plugin = defineRule({
  id: 'security/plugin',
  title: 'Is loaded as a plugin of the agent',
  severity: 'high',
  why: 'An agent that finds the manifest of a plugin in a skill starts its hooks and servers with each session: before anybody has asked for anything, without the model, and whether or not the skill is used. A skill works without that, so a plugin that starts something is as grave as a script that runs unasked. A manifest alone starts nothing yet and is minor.',
  remedy: 'Remove the manifest, or publish the plugin as one, so that users decide on what it starts.',
  owasp: ['ASI04', 'ASI05', 'AST03'],
});
