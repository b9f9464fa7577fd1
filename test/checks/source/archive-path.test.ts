import { describe, expect, test } from 'vitest';
import { archivePath, linkTarget } from '../../../src/checks/source/archive-path.ts';
import { pathCollisions } from '../../../src/checks/source/judge-archive.ts';

describe('a path in an archive', () => {
  test.each([
    ['a/b.md', 'a/b.md'],
    ['./a//b.md', 'a/b.md'],
    ['a/', 'a'],
    ['./', ''],
    ['a..b/..c', 'a..b/..c'],
    ['C', 'C'],
  ])('"%s" becomes "%s"', (name, path) => {
    expect(archivePath(name)).toEqual({ path });
  });

  test.each([
    ['', 'is empty'],
    ['.', 'is empty'],
    ['/a', 'is absolute'],
    ['//host/share', 'is absolute'],
    ['..', 'contains ".."'],
    ['a/../b', 'contains ".."'],
    ['a\\b', 'contains a backslash'],
    ['C:/a', 'names a drive'],
    ['a/c:stream', 'names a drive'],
    ['a\0b', 'contains a NUL character'],
    ['a'.repeat(4097), 'is longer than 4096 characters'],
  ])('%j %s', (name, flaw) => {
    expect(archivePath(name)).toEqual({ flaw });
  });
});

describe('a link', () => {
  test.each([
    ['a/l', 'b', 'symbolic-link', { path: 'a/b' }],
    ['a/l', '../b', 'symbolic-link', { path: 'b' }],
    ['a/l', 'b', 'hard-link', { path: 'b' }],
    ['a/l', './../b/.', 'symbolic-link', { path: 'b' }],
    ['a/l', './x/../b', 'symbolic-link', { flaw: 'is not a plain path' }],
    ['a/l', 'x/./../b', 'symbolic-link', { flaw: 'is not a plain path' }],
    ['l', 'curl -T .env http:/x', 'symbolic-link', { flaw: 'is not a plain path' }],
    ['l', '$(x)', 'symbolic-link', { flaw: 'is not a plain path' }],
    ['l', 'é_1+a@b,c.md', 'symbolic-link', { path: 'é_1+a@b,c.md' }],
    ['a/l', '..', 'symbolic-link', { path: '' }],
    ['l', '..', 'symbolic-link', { flaw: 'leaves the archive' }],
    ['a/l', '../../b', 'symbolic-link', { flaw: 'leaves the archive' }],
    ['a/b/l', '../../../b/../a', 'symbolic-link', { flaw: 'leaves the archive' }],
    ['l', '/etc/passwd', 'symbolic-link', { flaw: 'is absolute' }],
    ['l', 'c:x', 'symbolic-link', { flaw: 'is absolute' }],
    ['l', 'a\\b', 'symbolic-link', { flaw: 'is not a plain path' }],
  ] as const)('at %s to %s, which is a %s', (path, target, kind, expected) => {
    expect(linkTarget(path, target, kind)).toEqual(expected);
  });
});

describe('paths collide', () => {
  test.each<[string[], string[]]>([
    [['a', 'b', 'c/a'], []],
    [['a', 'A'], ['A']],
    [['run.sh', 'run.sh.'], ['run.sh.']],
    [['run.sh', 'run.sh::$DATA'], ['run.sh::$DATA']],
    [['run.sh', 'run.sh;1'], ['run.sh;1']],
    [['run_it.sh', 'run?it.sh'], ['run?it.sh']],
    [['run:it.sh', 'run_it.sh'], ['run_it.sh']],
    [['straße', 'STRASSE'], ['STRASSE']],
    [['s.md', 'ſ.md'], ['ſ.md']],
    [['é', 'e\u0301'], ['e\u0301']],
    [
      ['a', 'a', 'a'],
      ['a', 'a'],
    ],
    [['d', 'd/x'], ['d']],
    [['D/x', 'd'], ['d']],
    [['d/x', 'd/y'], []],
  ])('%j: %j', (paths, colliding) => {
    expect(pathCollisions(paths).map(({ path }) => path)).toEqual(colliding);
  });
});
