import { z } from 'zod';
import { Pattern, RelativePath, Sha256 } from './identifiers.ts';
import { McpTool } from './mcp-server.ts';

export const AllowedHost = z
  .string()
  .regex(
    /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/,
    'a host in lowercase, "*." before it for those below',
  )
  .describe('If the port is omitted: 80 and 443.');

const FixtureFields = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/)
    .optional()
    .describe('The HTTP method. If omitted: any.'),
  url: Pattern.describe(
    'A regular expression (RE2) that must match somewhere in the URL that is asked for, such as http://example.com/a?b.',
  ),
  status: z.int().min(200).max(599).default(200),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().regex(/^[\t -~]*$/)).default({}),
  body: z.string().default(''),
  bodyFile: RelativePath.optional().describe(
    'In place of body: a file of the folder answers/ beside this one, whose bytes are the answer.',
  ),
  mcp: z
    .strictObject({ tools: z.array(McpTool).min(1).max(100) })
    .optional()
    .describe('In place of body: an MCP server (Streamable HTTP) with these tools.'),
});

export const EgressFixture = FixtureFields.refine(
  ({ body, bodyFile, mcp }) =>
    [body !== '', bodyFile !== undefined, mcp !== undefined].filter(Boolean).length <= 1,
  {
    path: ['body'],
    error: 'one of body, bodyFile and mcp',
  },
);
export type EgressFixture = z.infer<typeof EgressFixture>;

/** What happens to connections that a sandbox tries to make. They are recorded in any case. */
export const EgressPolicy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deny') }).describe('Every attempt is refused.'),
  z
    .strictObject({ kind: z.literal('fixtures'), fixtures: z.array(EgressFixture).min(1) })
    .describe(
      'The first fixture that matches an HTTP or HTTPS request answers it; everything else is denied.',
    ),
  z
    .strictObject({
      kind: z.literal('allow'),
      hosts: z.array(AllowedHost).min(1),
      unopened: z
        .array(AllowedHost)
        .default([])
        .describe(
          'Those of the hosts whose clients accept no certificate but the real one: of what goes there by TLS, only the name is seen.',
        ),
    })
    .refine(({ hosts, unopened }) => unopened.every((host) => hosts.includes(host)), {
      path: ['unopened'],
      error: 'entries of hosts, written in the same way',
    })
    .describe('Connections to these hosts are made for real; everything else is denied.'),
]);
export type EgressPolicy = z.infer<typeof EgressPolicy>;

/** The fixtures of a policy that answer with files, and where in the policy they name them. */
export function fileAnswers(policy: EgressPolicy | undefined): { path: PropertyKey[]; file: string }[] {
  if (policy?.kind !== 'fixtures') return [];
  return policy.fixtures.flatMap(({ bodyFile: file }, index) =>
    file === undefined ? [] : [{ path: ['fixtures', index, 'bodyFile'], file }],
  );
}

/** The start of what was sent, and a digest of all of it that arrived. */
export const EgressBody = z.strictObject({
  text: z.string().describe('The bytes decoded as UTF-8, whatever they were.'),
  size: z.int().nonnegative(),
  digest: Sha256,
  isWhole: z.boolean().describe('False: the text is incomplete, or the bytes are not UTF-8.'),
});
export type EgressBody = z.infer<typeof EgressBody>;

export const EgressDecision = z
  .enum(['denied', 'fixture', 'forwarded', 'replayed', 'inside'])
  .describe(
    'By what is allowed. "inside": the name server of the sandbox answers, and asks nobody; in older records, such questions are "denied".',
  );
export type EgressDecision = z.infer<typeof EgressDecision>;

/** What came of an attempt that was not refused. */
export const EgressOutcome = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('answered'),
      status: z.int().nullable().describe('null: the harness only sees that a connection was made.'),
      unrecorded: z
        .literal(true)
        .exactOptional()
        .describe('The answer was to be recorded, and was too long, or the recording was full.'),
    })
    .describe('The client has the whole answer, or the connection was made.'),
  z
    .strictObject({ kind: z.literal('failed'), reason: z.string() })
    .describe('No answer, or only a part of one.'),
  z
    .strictObject({ kind: z.literal('abandoned') })
    .describe('The client had left, or the sandbox had ended, before the whole answer came.'),
]);
export type EgressOutcome = z.infer<typeof EgressOutcome>;

const tried = {
  atMs: z
    .number()
    .nonnegative()
    .describe("Milliseconds since the sandbox's network was opened, by the harness's clock."),
  host: z.string().nullable().describe('The host as it was requested; null if nothing named it.'),
  port: z.int().min(0).max(65535),
  decision: EgressDecision,
};

/** Older records do not have it. */
const outcome = EgressOutcome.exactOptional().describe(
  'Not there if the attempt was refused, and nothing more is known of it.',
);

/** An attempt to reach something outside a sandbox, as the harness saw it, or several of which less is kept. */
export const EgressEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('http'),
    ...tried,
    scheme: z.enum(['http', 'https']).default('http'),
    method: z.string(),
    path: z.string().describe('The path with its query.'),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    body: EgressBody,
    outcome,
  }),
  z
    .strictObject({ kind: z.literal('connect'), ...tried, outcome })
    .describe('A tunnel requested from the proxy.'),
  z
    .strictObject({ kind: z.literal('tls'), ...tried, outcome })
    .describe('The host is taken from the ClientHello.'),
  z.strictObject({
    kind: z.literal('dns'),
    ...tried,
    type: z.string(),
    address: z
      .string()
      .nullable()
      .default(null)
      .describe('The address that the name leads to in the sandbox; null if the question could not be read.'),
  }),
  z.strictObject({ kind: z.literal('tcp'), ...tried, body: EgressBody }),
  z
    .strictObject({
      kind: z.literal('provider'),
      ...tried,
      field: z.string().describe('Where in the request it was.'),
      body: EgressBody,
    })
    .describe(
      'A request to the model whose provider was to run, fetch or open something by itself. It was refused; the body is what the provider would have been given for it, as JSON.',
    ),
  z
    .strictObject({
      kind: z.literal('counted'),
      of: z
        .enum(['http', 'connect', 'tls', 'dns', 'tcp', 'provider', 'unread'])
        .describe('"unread" are connections of which nothing was read for lack of room.'),
      ...tried,
      count: z.int().positive(),
      failed: z
        .int()
        .positive()
        .exactOptional()
        .describe('How many of them failed; not there if none is known to.'),
    })
    .describe(
      'Attempts of one kind to reach one place, of which nothing else is kept. The time is that of the first.',
    ),
  z
    .strictObject({ kind: z.literal('cut'), atMs: tried.atMs, missed: z.int().positive() })
    .describe('The last event if there were attempts of which nothing is known.'),
]);
export type EgressEvent = z.infer<typeof EgressEvent>;
