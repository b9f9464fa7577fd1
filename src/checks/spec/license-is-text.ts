import { SPECIFICATION } from './reference.ts';
import { textField } from './text-field.ts';

export const licenseIsText = textField('license', {
  id: 'spec/license-is-text',
  title: 'Field "license" must be text',
  severity: 'low',
  why: 'The field is a name or a short reference; tools that show it do not expect anything else.',
  remedy: 'Write the name of the license, or of the file that holds it.',
  owasp: [],
  reference: `${SPECIFICATION}: license`,
});
