import { expect, test } from 'vitest';
import { z } from 'zod';
import { fitSchema } from '../../src/base/located-value.ts';
import { readToml } from '../../src/base/read-toml.ts';

const Job = z.strictObject({
  name: z.string(),
  limits: z.strictObject({ seconds: z.number() }).optional(),
  steps: z
    .array(z.strictObject({ name: z.string(), env: z.record(z.string(), z.string()).optional() }))
    .optional(),
});

function complaint(text: string): string {
  try {
    fitSchema(Job, readToml(text, 'job.toml'));
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  throw new Error('expected the text to be refused');
}

test('a text that fits its schema becomes a value', () => {
  const text = 'name = "a"\n[limits]\nseconds = 1.5\n[[steps]]\nname = "one"\n[steps.env]\nA = "b"\n';
  expect(fitSchema(Job, readToml(text, 'job.toml'))).toEqual({
    name: 'a',
    limits: { seconds: 1.5 },
    steps: [{ name: 'one', env: { A: 'b' } }],
  });
});

test.each([
  ['a text that is not TOML', 'name = "a"\nsteps = [\n', /^job\.toml:\d+:\d+: not valid TOML: /],
  [
    'a wrong value',
    'name = "a"\n\n[limits]\n  seconds = "x"\n',
    'job.toml:4:3: "limits.seconds": expected a number, found "x"',
  ],
  [
    'a wrong value in an inline table',
    'name = "a"\nlimits = { seconds = "x" }\n',
    'job.toml:2:1: "limits.seconds": expected a number, found "x"',
  ],
  [
    'a wrong value behind a dotted key',
    'name = "a"\nlimits.seconds = "x"\n',
    'job.toml:2:1: "limits.seconds": expected a number, found "x"',
  ],
  [
    'a missing value, at its table',
    'name = "a"\n[[steps]]\nname = "b"\n[[steps]]\n',
    'job.toml:4:1: "steps[1].name": missing, expected text',
  ],
  [
    'an unknown key',
    'name = "a"\n[[steps]]\nname = "b"\n[steps.envs]\n',
    'job.toml:4:1: "steps[0].envs": unknown key, expected one of name, env',
  ],
  [
    'a value after a text over several lines',
    'name = """\nlimits = 1\n[limits]\n"""\nlimits = 2\n',
    'job.toml:5:1: "limits": expected a mapping, found the number 2',
  ],
  ['a key twice', 'name = "a"\nname = "b"\n', /^job\.toml:2:\d+: not valid TOML: /],
])('%s is refused with its place', (_, text, message) => {
  expect(complaint(text)).toMatch(message);
});

test('the message is one line, whatever the text contains', () => {
  const message = complaint('name = \u001b[2J\n');
  expect(message).toMatch(/^job\.toml:1:\d+: not valid TOML: /);
  expect(message).not.toMatch(/\p{Cc}/u);
});

test('nesting without end is refused', () => {
  expect(complaint(`name = ${'['.repeat(100_000)}`)).toMatch(/^job\.toml:1:\d+: not valid TOML: /);
});

test('a name with a hundred thousand parts is read, and costs no more than its length', () => {
  expect(complaint(`${'a.'.repeat(100_000)}b = 1\n`)).toContain('"a": unknown key');
});

test('no key reaches the prototype of what is read', () => {
  const { value } = readToml('[__proto__]\npolluted = true\n', 'job.toml');
  expect(Object.keys(Object(value))).toEqual(['__proto__']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
