import { expect, test } from 'vitest';
import { verbForms } from '../../../../../src/checks/security/engine/prose/verb-forms.ts';

test.each([
  ['send', ['send', 'sends', 'sended', 'sending']],
  ['store', ['store', 'stores', 'stored', 'storing']],
  ['copy', ['copy', 'copies', 'copied', 'copying']],
  ['push', ['push', 'pushes', 'pushed', 'pushing']],
  ['dump', ['dump', 'dumps', 'dumped', 'dumping']],
  ['grab', ['grab', 'grabs', 'grabbed', 'grabbing']],
  ['submit', ['submit', 'submits', 'submitted', 'submitting']],
])('the forms of %s follow the rules for regular verbs', (verb, forms) => {
  expect(verbForms(verb)).toEqual(forms);
});
