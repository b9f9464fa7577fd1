import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WORKSPACE } from '../../src/contracts/sandbox-places.ts';
import { LinkResolver } from '../../src/graders/link-resolver.ts';
import { placeTree } from '../../src/graders/place-tree.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { FOLDER, file, link, treeOf } from './tree-of.ts';

type Targets = Readonly<Record<string, string>>;

function resolverOf(targets: Targets, mostSteps?: number): LinkResolver {
  const links = Object.entries(targets).map(([name, target]) => [`${WORKSPACE}/${name}`, link(target)]);
  return new LinkResolver(placeTree(treeOf(Object.fromEntries(links))), mostSteps);
}

/** Follows each of the links, and says where it ends. */
function endsOf(resolver: LinkResolver, names: readonly string[]): (string | null)[] {
  return names.map((name) => {
    const place = resolver.find(`${WORKSPACE}/${name}`);
    return place === null ? null : (resolver.follow(place).end?.path ?? null);
  });
}

/** Names in the targets, each of which has to be looked at once. */
function namesIn(targets: Targets): number {
  return Object.values(targets).reduce((sum, target) => sum + target.split('/').length, 0);
}

const ONE = fc.constantFrom('a', 'b', 'c', 'd');
const TEXT = fc
  .array(fc.oneof({ weight: 4, arbitrary: ONE }, fc.constantFrom('.', '..', '')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join('/').replace(/^\/+/, ''))
  .filter((text) => text !== '');
const STANDING = fc.oneof(
  fc.constant({ kind: 'folder' as const }),
  fc.constant({ kind: 'file' as const }),
  TEXT.map((target) => ({ kind: 'link' as const, target })),
);
const NAMED = fc.dictionary(
  fc.oneof(
    ONE,
    fc.tuple(ONE, ONE).map((pair) => pair.join('/')),
  ),
  STANDING,
);

test('a link resolves as in the kernel', () => {
  fc.assert(
    fc.property(NAMED, TEXT, (named, text) => {
      const kept = Object.entries(named).filter(([path]) => {
        const [above = ''] = path.split('/');
        return above === path || named[above] === undefined || named[above].kind === 'folder';
      });
      const root = join(temporaryFolder(), 'root');
      mkdirSync(root);
      for (const [path, standing] of kept) {
        const at = join(root, path);
        mkdirSync(join(at, '..'), { recursive: true });
        if (standing.kind === 'folder') mkdirSync(at, { recursive: true });
        else if (standing.kind === 'file') writeFileSync(at, '');
        else symlinkSync(standing.target, at);
      }
      symlinkSync(text, join(root, 'asked'));
      const entries = [...kept, ['asked', { kind: 'link' as const, target: text }] as const].map(
        ([path, standing]) => [
          `${WORKSPACE}/${path}`,
          standing.kind === 'link' ? link(standing.target) : standing.kind === 'file' ? file('') : FOLDER,
        ],
      );
      const resolver = new LinkResolver(placeTree(treeOf(Object.fromEntries(entries))));
      const [found = null] = endsOf(resolver, ['asked']);
      const isOutside = (path: string | null, within: string) =>
        path !== null && path !== within && !path.startsWith(`${within}/`);
      const real = realOf(join(root, 'asked'));
      if (isOutside(real, root)) expect(found === null || isOutside(found, WORKSPACE)).toBe(true);
      else expect(found).toBe(real === null ? null : real.replace(root, WORKSPACE));
    }),
  );
});

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

describe('the work is linear in the size of the tree for', () => {
  const chain = (length: number, target: (next: string) => string): Targets =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`L${index}`, target(`L${index + 1}`)]));
  const cases: [string, Targets][] = [
    ['a thousand links in a chain', chain(1000, (next) => next)],
    ['links with long ways to nothing', chain(14, (next) => `${next}${'/a'.repeat(2040)}`)],
    [
      'links with long ways to where they stand',
      { ...chain(14, (next) => `${next}${'/.'.repeat(2040)}`), L14: '.' },
    ],
    [
      'links that name each other again and again',
      { ...chain(30, (next) => `${next}/`.repeat(9)), L30: '.' },
    ],
    ['links in a circle', { ...chain(1000, (next) => `${next}/x`), L1000: 'L0' }],
  ];

  test.each(cases)('%s', (_, targets) => {
    const names = Object.keys(targets);
    for (const order of [names, names.toReversed()]) {
      const resolver = resolverOf(targets);
      endsOf(resolver, order);
      // Each name of a target once, once more where it is met before its own link was followed, and three for each that is asked for.
      expect(resolver.steps).toBeLessThanOrEqual(2 * namesIn(targets) + 3 * names.length);
    }
  });

  test('any set of links', () => {
    fc.assert(
      fc.property(fc.dictionary(ONE, TEXT), (targets) => {
        const resolver = resolverOf(targets);
        endsOf(resolver, Object.keys(targets));
        expect(resolver.steps).toBeLessThanOrEqual(2 * namesIn(targets) + 3 * Object.keys(targets).length);
      }),
    );
  });

  test('links beyond the limit of the work are unknown', () => {
    const resolver = resolverOf({ a: `${'./'.repeat(100)}b`, b: 'missing' }, 50);
    const place = resolver.find(`${WORKSPACE}/a`);
    expect(place === null ? null : resolver.follow(place).end?.stands).toEqual({ kind: 'unknown' });
    expect(resolver.steps).toBeLessThan(100);
  });
});

test('forty links on one path are followed, but not forty-one, whichever is resolved first', () => {
  const targets = Object.fromEntries(
    Array.from({ length: 41 }, (_, index) => [`L${index}`, index < 40 ? `L${index + 1}` : 'missing/..']),
  );
  const withEnd = { ...targets, L40: '.' };
  for (const first of ['L0', 'L1', 'L40']) {
    const resolver = resolverOf(withEnd);
    endsOf(resolver, [first]);
    expect(endsOf(resolver, ['L0', 'L1'])).toEqual([null, WORKSPACE]);
  }
});
