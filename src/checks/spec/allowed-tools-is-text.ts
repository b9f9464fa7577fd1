import { SPECIFICATION } from './reference.ts';
import { textField } from './text-field.ts';

export const allowedToolsIsText = textField('allowed-tools', {
  id: 'spec/allowed-tools-is-text',
  title: 'Field "allowed-tools" must be text',
  severity: 'low',
  why: 'The specification has one text with spaces between the tools. Some agents take a list too, others then know of no tool.',
  remedy: 'Write the tools in one line with spaces between them, such as "Bash(git:*) Read".',
  owasp: [],
  reference: `${SPECIFICATION}: allowed-tools`,
});
