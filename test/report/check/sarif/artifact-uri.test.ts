import fc from 'fast-check';
import { expect, test } from 'vitest';
import { artifactUri } from '../../../../src/report/check/sarif/artifact-uri.ts';
import { URI_REFERENCE } from './uri-reference.ts';

test.each([
  ['skills', 'pdf', 'SKILL.md', 'skills/pdf/SKILL.md'],
  ['./skills/', 'pdf', 'SKILL.md', 'skills/pdf/SKILL.md'],
  ['.', '.', 'SKILL.md', 'SKILL.md'],
  ['.', 'pdf', 'scripts/a.sh', 'pdf/scripts/a.sh'],
  ['../other', '.', 'SKILL.md', '../other/SKILL.md'],
  ['/home/me/pdf', '.', 'SKILL.md', 'file:///home/me/pdf/SKILL.md'],
  ['my skill', '.', 'a b#c?d%e.md', 'my%20skill/a%20b%23c%3Fd%25e.md'],
  ['pdf.zip', 'pdf', 'SKILL.md', 'pdf.zip/pdf/SKILL.md'],
  ['pdf.zip', '.', '.', 'pdf.zip'],
  ['pdf.zip', '.', '../../etc/passwd', 'pdf.zip'],
  ['pdf.zip', '../up', 'SKILL.md', 'pdf.zip'],
  ['https://host.example/a%20b.git#v1', 'pdf', 'SKILL.md', 'https://host.example/a%20b.git#v1/pdf/SKILL.md'],
  ['git@host.example:me/skills.git', '.', 'SKILL.md', 'git%40host.example%3Ame/skills.git/SKILL.md'],
  ['npm:@me/skills@1.0.0', 'pdf', 'SKILL.md', 'npm:@me/skills@1.0.0/pdf/SKILL.md'],
  ['https://host.example', '.', '/.well-known/x.json', 'https://host.example/.well-known/x.json'],
  ['https://host.example', '.', 'https://other.example/x', 'https://other.example/x'],
  ['http://[::1]:8080', '.', '/x', 'http://[::1]:8080/x'],
  ['https://host.example/a.git#v1', '.', 'a#b.md', 'https://host.example/a.git#v1/a%23b.md'],
  ['https://host.example/a.git#v#1', '.', 'x', 'https://host.example/a.git#v%231/x'],
  ['https://[', '.', '.', 'https%3A/%5B'],
  ['http://[::1] ', '.', '.', 'http://[::1]'],
  ['http://a@@host.example/x', '.', '.', 'http://a%40@host.example/x'],
  ['http://[::1]@host.example', '.', '.', 'http://%5B:%3A1%5D@host.example'],
])('the URI for source %s, skill %s, file %s is %s', (source, path, file, uri) => {
  expect(artifactUri({ source, path }, file)).toBe(uri);
});

test('any path gives a valid URI reference', () => {
  const piece = fc.constantFrom(
    'http://',
    'https://',
    'npm:',
    'a',
    '[',
    ']',
    '[::1]',
    ':80',
    '@',
    '#',
    '?',
    '/',
    '%',
    '%4',
    '%41',
    ' ',
    'é',
  );
  const built = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  const part = fc.oneof(fc.string({ unit: 'binary' }), built);
  fc.assert(
    fc.property(part, part, part, (source, path, file) => {
      const uri = artifactUri({ source, path }, file);
      expect(uri).toMatch(URI_REFERENCE);
    }),
  );
});

test('no file in a folder leads out of it', () => {
  const part = fc.array(fc.constantFrom('..', '.', '/', '%2e%2e', '\\', 'a', ':', '//'), { maxLength: 8 });
  fc.assert(
    fc.property(part, (parts) => {
      const uri = artifactUri({ source: 'skills', path: 'a' }, parts.join(''));
      expect(new URL(uri, 'file:///repo/').href).toMatch(/^file:\/\/\/repo\/skills(\/|$)/);
    }),
  );
});
