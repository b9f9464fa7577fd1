import type { RequestListener } from 'node:http';
import { digestOf } from '../../../src/base/digest.ts';
import { CANONICAL_PATH, SCHEMA_URI } from '../../../src/checks/site/reading/discovery.ts';
import { serve } from '../http/serve.ts';

export type Page =
  | { body?: string | Uint8Array; type?: string; status?: number; location?: string }
  | RequestListener;

/** A site on loopback that serves these pages and answers everything else with 404. */
export async function siteOf(pages: Record<string, Page>): Promise<{ origin: string; asked: string[] }> {
  return serve((request, response) => {
    const page = pages[request.url ?? ''] ?? { status: 404, body: 'not found' };
    if (typeof page === 'function') return page(request, response);
    if (page.type !== undefined) response.setHeader('content-type', page.type);
    if (page.location !== undefined) response.setHeader('location', page.location);
    response.writeHead(page.status ?? 200).end(page.body);
  });
}

export const DESCRIPTION = 'Tidies tables of numbers. Use when a table has to be put in order.';

/** A skill that nothing can be said against. */
export const GOOD_SKILL = `---
name: tidy
description: ${DESCRIPTION}
---

# Tidy a table

## Steps

1. Read the input file that the user names.
2. Sort its rows by the first column, and write the output beside it.

## Example

Input \`b,2\` and \`a,1\` gives \`a,1\` and \`b,2\`.

## Check the result

Verify that the output has as many rows as the input, and tell the user where it is.
`;

export const ARTIFACT = '/.well-known/agent-skills/tidy/SKILL.md';

/** An entry that is right for these bytes. */
export function entryFor(
  bytes: string | Uint8Array,
  over: Record<string, unknown> = {},
): Record<string, unknown> {
  const fields = { name: 'tidy', type: 'skill-md', description: DESCRIPTION, url: 'tidy/SKILL.md' };
  return { ...fields, digest: digestOf(bytes), ...over };
}

export function indexWith(skills: unknown, over: Record<string, unknown> = {}): Page {
  return { type: 'application/json', body: JSON.stringify({ $schema: SCHEMA_URI, skills, ...over }) };
}

export function markdown(body: string): Page {
  return { type: 'text/markdown; charset=utf-8', body };
}

/** A site with one skill that nothing can be said against, but for what is changed. */
export function goodSite(over: Record<string, Page> = {}): Promise<{ origin: string; asked: string[] }> {
  return siteOf({
    [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL)]),
    [ARTIFACT]: markdown(GOOD_SKILL),
    ...over,
  });
}
