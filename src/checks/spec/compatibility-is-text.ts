import { SPECIFICATION } from './reference.ts';
import { textField } from './text-field.ts';

export const compatibilityIsText = textField('compatibility', {
  id: 'spec/compatibility-is-text',
  title: 'Field "compatibility" must be text',
  severity: 'medium',
  why: 'Agents show the field as one text; validators refuse anything else.',
  remedy: 'Write what the skill needs as one sentence.',
  owasp: [],
  reference: `${SPECIFICATION}: compatibility`,
});
