import { array, assert, constantFrom, property, string, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { errorOf, parseCall, pathOfDescriptor, unescapeC } from '../../../src/sandbox/audit/parse-call.ts';

/** As the tracer escapes what it prints. */
function escapeC(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      if (character === '"' || character === '\\') return `\\${character}`;
      if (character === '\n') return '\\n';
      return byte < 32 || byte > 126 || '<>'.includes(character)
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : character;
    })
    .join('');
}

test('an execve yields its program and arguments', () => {
  const line = 'execve("/usr/bin/mv", ["mv", "f\\303\\274\\"[>", "a, b]"], 0x5605d2a33fd0 /* 8 vars */) = 0';
  expect(parseCall(line)).toMatchObject({
    name: 'execve',
    strings: ['/usr/bin/mv'],
    list: ['mv', 'fü"[>', 'a, b]'],
    isCut: false,
    result: '0',
  });
});

test.each([
  ['an argument', 'execve("/bin/a", ["a", "long"...], 0x1 /* 1 var */) = 0'],
  ['a list', 'execve("/bin/a", ["a", "b", ...], 0x1 /* 1 var */) = 0'],
])('%s that was cut is recognised as cut', (_what, line) => {
  expect(parseCall(line)).toMatchObject({ isCut: true });
});

test('brackets in the path of a descriptor do not open a list', () => {
  const line = 'renameat2(AT_FDCWD</tmp/[a\\"b\\76c>, "x", AT_FDCWD</tmp/[>, "y", RENAME_NOREPLACE) = 0';
  const call = parseCall(line);
  expect(call).toMatchObject({ strings: ['x', 'y'], list: [] });
  expect(pathOfDescriptor(call?.text ?? '')).toBe('/tmp/[a"b>c');
});

test.each([
  ['0', null],
  ['3</etc/hosts>', null],
  ['-1 ENOENT (No such file or directory)', 'ENOENT'],
  ['-1 EPERM (Operation not permitted) (INJECTED)', 'EPERM'],
  ['?', 'interrupted'],
])('the result %s is the error %s', (result, error) => {
  const call = parseCall(`openat(AT_FDCWD</>, "x", O_RDONLY) = ${result}`);
  expect(call === null ? 'no call' : errorOf(call)).toBe(error);
});

test('the arguments of a program are read back unchanged', () => {
  assert(
    property(
      array(string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'))),
      (argv) => {
        const list = argv.map((argument) => `"${escapeC(argument)}"`).join(', ');
        const line = `execve("/bin/x", [${list}], 0x7ffe /* 3 vars */) = 0`;
        expect(parseCall(line)).toMatchObject({ list: argv, strings: ['/bin/x'], isCut: false });
      },
    ),
  );
});

test('no text makes the parser throw', () => {
  const pieces = constantFrom(
    'execve(',
    '"',
    '\\',
    '[',
    ']',
    '...',
    '<',
    '>',
    ') = 0',
    '\n',
    ' = ',
    '\\8',
    'a',
  );
  assert(
    property(array(pieces), (parts) => {
      expect(() => parseCall(parts.join(''))).not.toThrow();
      expect(() => unescapeC(parts.join(''))).not.toThrow();
    }),
  );
  assert(
    property(uint8Array(), (bytes) => {
      expect(() => parseCall(Buffer.from(bytes).toString('latin1'))).not.toThrow();
    }),
  );
});

test('a file named like a result is not taken for one', () => {
  const line = 'openat(AT_FDCWD</tmp>, ") = -1 ENOENT (x)", O_RDONLY) = 3</tmp/) = -1 ENOENT (x)>';
  expect(parseCall(line)?.result).toBe('3</tmp/) = -1 ENOENT (x)>');
});

test.each([
  ['ends of calls', `a(${') = 1 '.repeat(200_000)}x`],
  ['unclosed quotes', `a(${'"\\'.repeat(300_000)}`],
  ['unclosed strings', `a("${'\\"'.repeat(300_000)}) = 0`],
  ['unclosed paths', `a(${'<'.repeat(600_000)}) = 0`],
  ['spaces', `a(${' '.repeat(1_000_000)}= 0`],
])('a hostile line of %s takes linear time', (_what, line) => {
  expect(parseCall(line)).toBeNull();
});
