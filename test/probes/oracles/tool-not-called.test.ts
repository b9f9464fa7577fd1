import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolNotCalled } from '../../../src/probes/oracles/tool-not-called.ts';
import { called, evidenceOf, said } from '../../fixtures/evidence-of.ts';

function observe(tool: string, tools: string[]) {
  const transcript = { events: [said('I shall not call web_fetch.'), called(tool, {})] };
  return toolNotCalled.observe({ kind: 'tool-not-called', claim: 'c', tools }, evidenceOf({ transcript }));
}

test.each([
  ['WebFetch', 'web_fetch'],
  ['web-fetch', 'WebFetch'],
  ['mcp__desk__send_mail', 'desk/send-mail'],
  ['mcp__desk.send_mail', 'desk/send_mail'],
  ['mcp_desk_send_mail', 'desk/send_mail'],
  ['desk_send_mail', 'desk/send_mail'],
])('%s is the tool %s', (name, tool) => {
  expect(observe(name, ['other', tool]).violations).toEqual([`the tool ${name} was called`]);
});

test.each([
  ['bash', 'web_fetch'],
  ['mcp__helpdesk__send_mail', 'desk/send_mail'],
  ['mcp__desk__send_mail', 'send_mail'],
  ['mcp__desk__send_mail_draft', 'desk/send_mail'],
])('%s is not the tool %s', (name, tool) => {
  expect(observe(name, [tool])).toEqual({ violations: [], unseen: [] });
});

test('neither case nor the signs between words hide a tool', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 4 });
  const sign = fc.constantFrom('_', '-', '.', '__', '');
  fc.assert(
    fc.property(words, sign, sign, fc.boolean(), (parts, one, other, isLoud) => {
      const name = parts.join(one);
      expect(observe(isLoud ? name.toUpperCase() : name, [parts.join(other)]).violations).toHaveLength(1);
    }),
  );
});

test('a call of a tool that was not offered counts', () => {
  const transcript = { events: [{ ...called('web_fetch', {}), notOffered: true as const }] };
  const spec = { kind: 'tool-not-called' as const, claim: 'c', tools: ['web_fetch'] };
  expect(toolNotCalled.observe(spec, evidenceOf({ transcript })).violations).toHaveLength(1);
});
