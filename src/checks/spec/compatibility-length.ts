import { maxLength } from './max-length.ts';
import { SPECIFICATION } from './reference.ts';

export const compatibilityLength = maxLength('compatibility', 500, {
  id: 'spec/compatibility-length',
  title: 'The compatibility field exceeds the 500 character limit',
  severity: 'medium',
  why: 'Agents read the field before they enable the skill; what is longer is cut or refused.',
  remedy: 'Name the products, tools and network access that are needed; move the rest into the body.',
  owasp: [],
  reference: `${SPECIFICATION}: compatibility`,
});
