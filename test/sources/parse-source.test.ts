import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssayError } from '../../src/base/assay-error.ts';
import { type PathKind, parseSource } from '../../src/sources/parse-source.ts';
import type { Source } from '../../src/sources/source.ts';

/** A machine on which these paths exist and no others. */
const PATHS: Record<string, PathKind> = {
  '.': 'folder',
  'my-skill': 'folder',
  'owner/local': 'folder',
  'a.skill': 'file',
  'dir/b.TAR.GZ': 'file',
  'x/SKILL.md': 'file',
  'notes.txt': 'file',
  'folder.zip': 'folder',
};

function parse(text: string): Source {
  return parseSource(text, (path) => PATHS[path] ?? null);
}

const github = (name: string) => `https://github.com/${name}.git`;

describe('what a source means', () => {
  test.each<[string, Partial<Source>]>([
    ['.', { kind: 'folder', path: '.' }],
    ['my-skill', { kind: 'folder', path: 'my-skill' }],
    ['owner/local', { kind: 'folder' }],
    ['x/SKILL.md', { kind: 'folder', path: 'x' }],
    ['folder.zip', { kind: 'folder' }],
    ['a.skill', { kind: 'archive', path: 'a.skill' }],
    ['dir/b.TAR.GZ', { kind: 'archive' }],
    ['owner/repo', { kind: 'git', url: github('owner/repo'), ref: null, skill: null }],
    ['owner/repo@pdf', { kind: 'git', url: github('owner/repo'), ref: null, skill: 'pdf' }],
    ['owner/repo#v1.2', { kind: 'git', url: github('owner/repo'), ref: 'v1.2', skill: null }],
    ['owner/repo#feature/x@pdf', { kind: 'git', url: github('owner/repo'), ref: 'feature/x', skill: 'pdf' }],
    ['https://github.com/owner/repo', { kind: 'git', url: github('owner/repo') }],
    [
      'https://github.com/owner/repo.git#main@a',
      { kind: 'git', url: github('owner/repo'), ref: 'main', skill: 'a' },
    ],
    ['https://host.example/x/y.git@pdf', { kind: 'git', url: 'https://host.example/x/y.git', skill: 'pdf' }],
    ['git@host.example:o/r.git', { kind: 'git', url: 'git@host.example:o/r.git', ref: null, skill: null }],
    [
      'git@host.example:o/r.git#v1@pdf',
      { kind: 'git', url: 'git@host.example:o/r.git', ref: 'v1', skill: 'pdf' },
    ],
    ['ssh://git@host.example/o/r', { kind: 'git', url: 'ssh://git@host.example/o/r', skill: null }],
    ['file:///srv/r#v1@pdf', { kind: 'git', url: 'file:///srv/r', ref: 'v1', skill: 'pdf' }],
    ['file:///srv/r#@pdf', { kind: 'git', url: 'file:///srv/r', ref: null, skill: 'pdf' }],
    ['npm:pkg', { kind: 'npm', name: 'pkg', version: null }],
    ['npm:@scope/pkg@1.2.3-rc.1', { kind: 'npm', name: '@scope/pkg', version: '1.2.3-rc.1' }],
    ['https://host.example', { kind: 'site', origin: 'https://host.example', text: 'https://host.example' }],
    [
      'https://host.example/.well-known/agent-skills/index.json',
      { kind: 'site', origin: 'https://host.example' },
    ],
    ['https://user:secret@host.example', { kind: 'site', text: 'https://host.example' }],
    ['http://127.0.0.1:8080', { kind: 'site', origin: 'http://127.0.0.1:8080' }],
    ['http://[::1]:8080/', { kind: 'site', origin: 'http://[::1]:8080' }],
  ])('%s', (text, expected) => {
    expect(parse(text)).toMatchObject(expected);
  });

  test.each<[string, RegExp]>([
    ['./gone', /nothing at "\.\/gone"/],
    ['/gone/owner', /nothing at/],
    ['gone', /Write a folder, an archive/],
    ['notes.txt', /neither a folder, an archive nor a SKILL\.md/],
    ['http://host.example', /not https/],
    ['https://host.example/docs', /Write https:\/\/host\.example/],
    ['npm:pkg@^1.0', /without a range/],
    ['npm:../x', /no npm package/],
    ['owner/repo#--upload-pack=x', /no branch, tag or commit/],
    ['owner/repo#a:b', /no branch, tag or commit/],
    ['ext::sh -c x', /nothing at/],
    ['https://host.example/x.zip', /is no site/],
  ])('%s is refused, with what to write', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test.each([
    'https://me:hunter2@host.example/x.git',
    'https://hunter2@host.example/x.git',
    'ssh://git:hunter2@host.example/x',
  ])('credentials in a git URL are refused and not repeated (%#)', (text) => {
    const thrown = captured(() => parse(text));
    expect(thrown).toMatch(/credential helper/);
    expect(thrown).not.toContain('hunter2');
  });

  test('any text is understood or refused by name', () => {
    const piece = fc.constantFrom(
      'npm:',
      'https://',
      'file:///',
      'a',
      '/',
      '@',
      '#',
      '.git',
      ':',
      '..',
      '%',
      ' ',
      '\\',
      '[',
      '-',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          try {
            expect(parse(text).kind).toMatch(/^(folder|archive|git|npm|site)$/);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(AssayError);
          }
        },
      ),
    );
  });
});

function captured(run: () => unknown): string {
  try {
    return `returned ${run()}`;
  } catch (thrown) {
    return String(thrown);
  }
}
