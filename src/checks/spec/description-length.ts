import { maxLength } from './max-length.ts';
import { SPECIFICATION } from './reference.ts';

export const descriptionLength = maxLength('description', 1024, {
  id: 'spec/description-length',
  title: 'The description exceeds the 1024 character limit',
  severity: 'medium',
  why: 'Every agent keeps every description in its context; what is longer is cut or refused.',
  remedy: 'Say what the skill does and when to use it; move the rest into the body.',
  owasp: [],
  reference: `${SPECIFICATION}: description`,
});
