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
  const nearest = (path: string) => (path === 'skils/foo' ? 'skills/foo' : null);
  return parseSource(text, { kindOf: (path) => PATHS[path] ?? null, nearest });
}

const github = (name: string) => `https://github.com/${name}.git`;

describe('the meaning of a source', () => {
  test.each<[string, Partial<Source>]>([
    ['.', { kind: 'folder', path: '.' }],
    ['my-skill', { kind: 'folder', path: 'my-skill' }],
    ['owner/local', { kind: 'folder' }],
    ['x/SKILL.md', { kind: 'folder', path: 'x' }],
    ['folder.zip', { kind: 'folder' }],
    ['a.skill', { kind: 'archive', path: 'a.skill' }],
    ['dir/b.TAR.GZ', { kind: 'archive' }],
    ['owner/repo', { kind: 'git', url: github('owner/repo'), place: { ref: null, path: '.' }, skill: null }],
    [
      'owner/repo@pdf',
      { kind: 'git', url: github('owner/repo'), place: { ref: null, path: '.' }, skill: 'pdf' },
    ],
    [
      'owner/repo#v1.2',
      { kind: 'git', url: github('owner/repo'), place: { ref: 'v1.2', path: '.' }, skill: null },
    ],
    [
      'owner/repo#feature/x@pdf',
      { kind: 'git', url: github('owner/repo'), place: { ref: 'feature/x', path: '.' }, skill: 'pdf' },
    ],
    ['https://github.com/owner/repo', { kind: 'git', url: github('owner/repo') }],
    [
      'https://github.com/owner/repo.git#main@a',
      { kind: 'git', url: github('owner/repo'), place: { ref: 'main', path: '.' }, skill: 'a' },
    ],
    ['https://host.example/x/y.git@pdf', { kind: 'git', url: 'https://host.example/x/y.git', skill: 'pdf' }],
    [
      'git@host.example:o/r.git',
      { kind: 'git', url: 'git@host.example:o/r.git', place: { ref: null, path: '.' }, skill: null },
    ],
    [
      'git@host.example:o/r.git#v1@pdf',
      { kind: 'git', url: 'git@host.example:o/r.git', place: { ref: 'v1', path: '.' }, skill: 'pdf' },
    ],
    ['ssh://git@host.example/o/r', { kind: 'git', url: 'ssh://git@host.example/o/r', skill: null }],
    [
      'file:///srv/r#v1@pdf',
      { kind: 'git', url: 'file:///srv/r', place: { ref: 'v1', path: '.' }, skill: 'pdf' },
    ],
    [
      'file:///srv/r#@pdf',
      { kind: 'git', url: 'file:///srv/r', place: { ref: null, path: '.' }, skill: 'pdf' },
    ],
    [
      'owner/repo/skills/pdf',
      { kind: 'git', url: github('owner/repo'), place: { ref: null, path: 'skills/pdf' } },
    ],
    ['github:owner/repo/skills/pdf/SKILL.md', { kind: 'git', place: { ref: null, path: 'skills/pdf' } }],
    ['owner/repo/skills/pdf/#v1', { kind: 'git', place: { ref: 'v1', path: 'skills/pdf' } }],
    ['github:owner/repo/SKILL.md', { kind: 'git', place: { ref: null, path: '.' } }],
    ['github:my-skill/other', { kind: 'git', url: github('my-skill/other') }],
    ['github:owner/repo', { kind: 'git', url: github('owner/repo'), place: { ref: null, path: '.' } }],
    [
      'github:owner/repo/skills#v1@pdf',
      { kind: 'git', url: github('owner/repo'), place: { ref: 'v1', path: 'skills' }, skill: 'pdf' },
    ],
    ['github:skils/foo', { kind: 'git', url: github('skils/foo') }],
    ['gitlab:group/project/skills', { kind: 'git', url: 'https://gitlab.com/group/project.git' }],
    ['gitlab:a.group/project', { kind: 'git', url: 'https://gitlab.com/a.group/project.git' }],
    ['https://gitlab.com/group/project', { kind: 'git', url: 'https://gitlab.com/group/project.git' }],
    [
      'https://github.com/owner/repo/tree/feature/x/skills/pdf?tab=readme#usage',
      { kind: 'git', url: github('owner/repo'), place: { refAndPath: 'feature/x/skills/pdf' }, skill: null },
    ],
    [
      'https://www.github.com/owner/repo/blob/main/skills/a%20b/SKILL.md',
      { kind: 'git', url: github('owner/repo'), place: { refAndPath: 'main/skills/a b' } },
    ],
    [
      'https://git.host.example/a/b/c/-/tree/main/skills/pdf?ref_type=heads',
      { kind: 'git', url: 'https://git.host.example/a/b/c.git', place: { refAndPath: 'main/skills/pdf' } },
    ],
    [
      'https://gitlab.com/group/project/tree/main',
      { kind: 'git', url: 'https://gitlab.com/group/project.git', place: { refAndPath: 'main' } },
    ],
    ['http://127.0.0.1:8080/r.git', { kind: 'git', url: 'http://127.0.0.1:8080/r.git' }],
    ['https://host.example/x.zip', { kind: 'download', holds: 'archive' }],
    ['https://host.example/a/x.TGZ?sig=1', { kind: 'download', text: 'https://host.example/a/x.TGZ?…' }],
    ['https://host.example/skills/pdf/SKILL.md', { kind: 'download', holds: 'skill-md' }],
    ['https://github.com/owner/repo/archive/refs/heads/main.zip', { kind: 'download', holds: 'archive' }],
    ['https://codeload.github.com/owner/repo/zip/refs/heads/main', { kind: 'download', holds: 'archive' }],
    ['https://gitlab.com/g/p/-/archive/main/p-main.tar.gz', { kind: 'download', holds: 'archive' }],
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
    ['npm:../x', /not an npm package/],
    ['owner/repo#--upload-pack=x', /not a branch, tag or commit/],
    ['owner/repo#a:b', /not a branch, tag or commit/],
    ['ext::sh -c x', /nothing at/],
    ['https://host.example/x.zap', /is a page that Assay cannot read a skill from/],
    ['', /The source is empty\. Write a folder/],
    [' ', /The source is empty/],
    ['./skils/foo', /nothing at/],
    ['skils/foo', /Did you mean skills\/foo\? .* github:skils\/foo/],
    ['skils/foo@pdf', /Did you mean skills\/foo\? .* github:skils\/foo@pdf/],
    ['my-skill/other', /nothing at "my-skill\/other".* github:my-skill\/other/],
    ['my-skill/other/deeper#v1@pdf', /nothing at .* github:my-skill/],
    ['elsewhere/skill.zip', /nothing at .* github:elsewhere\/skill\.zip/],
    ['elsewhere/a/skill.tar.gz', /nothing at/],
    ['owner/repo/skills/pdf/SKILL.md', /nothing at/],
    ['http://host.example/x.zip', /not https/],
    ['http://host.example/r.git', /not https/],
    ['owner/repo/../../etc', /nothing at/],
    ['https://github.com/owner/repo/blob/main/README.md', /not the page of a folder or a SKILL\.md/],
    ['https://github.com/owner/repo/tree/main/%2e%2e/x', /not the page of a folder or a SKILL\.md/],
  ])('%s is refused, with what to write instead', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test.each([
    'https://me:hunter2@host.example/x.git',
    'https://hunter2@host.example/x.git',
    'ssh://git:hunter2@host.example/x',
    'https://me:hunter2@host.example/x.zip',
    'https://hunter2@host.example/SKILL.md',
  ])('credentials in a URL are refused and not repeated (%#)', (text) => {
    const thrown = captured(() => parse(text));
    expect(thrown).toMatch(/holds credentials/);
    expect(thrown).not.toContain('hunter2');
  });

  test('any text is understood, or refused with a known error', () => {
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
      'github:',
      'https://github.com/o/r/tree/',
      '.zip',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          try {
            expect(parse(text).kind).toMatch(/^(folder|archive|git|npm|download|site)$/);
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
