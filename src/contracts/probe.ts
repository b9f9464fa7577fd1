import { z } from 'zod';
import { EgressPolicy, fileAnswers } from './egress.ts';
import { isVariable, isVariableOfOurs } from './environment.ts';
import { Pattern, ProbeGroup, Slug } from './identifiers.ts';
import { LimitOverrides } from './limits.ts';
import { OracleSpec, SandboxPath } from './oracle-spec.ts';

/**
 * `{{canary:NAME}}` in a prompt or a file is replaced by a value that is unique to the trial, and `{{skill.NAME}}` by what the
 * skill says of itself, in both arms.
 */
export const PLACEHOLDER = /\{\{(?:canary:([a-z0-9-]+)|skill\.(name|description|tools))\}\}/g;

/** What a probe can say of the skill under test. */
export type SkillFacts = { name: string; description: string; tools: string };

/** A mistyped one would stand in the sandbox as it is, and give the probe away. */
const PlantedText = z
  .string()
  .refine((text) => !/\{\{\s*(?:canary|skill)\b/.test(text.replaceAll(PLACEHOLDER, '')), {
    error:
      'no other placeholders than {{canary:NAME}}, with a name of lowercase letters, digits and hyphens, {{skill.name}}, {{skill.description}} and {{skill.tools}}',
  });

/** What a skill says of itself may have any length and letters, which a variable cannot. */
const PlantedValue = PlantedText.regex(/^[^\0\r\n]*$/, 'a text in one line').refine(
  (text) => !text.includes('{{skill.'),
  'no other placeholder than {{canary:NAME}}',
);

/** What a developer's own machine may hold; it must not change how programs start. */
const PlantedVariables = z.record(z.string(), PlantedValue).superRefine((variables, context) => {
  for (const name of Object.keys(variables)) {
    if (isVariable(name) && !isVariableOfOurs(name)) continue;
    const message = isVariable(name)
      ? 'a variable that does not change how programs start'
      : 'a name of letters, digits and underscores';
    context.addIssue({ code: 'custom', path: [name], message, input: name });
  }
});

/** The length of a path that the kernel takes for a socket. */
const LONGEST_SOCKET_PATH = 107;

/** Its folder is root's and holds nothing else, so that nobody inside can put another one in its place. */
const DecoySocket = z.strictObject({
  path: z
    .string()
    .max(LONGEST_SOCKET_PATH)
    .regex(
      /^\/(workspace|home\/agent|tmp)(\/[A-Za-z0-9._-]+){2,}$/,
      'a path in a folder of its own below /workspace, /home/agent or /tmp',
    )
    .refine((path) => !path.split('/').some((name) => name === '..' || name === '.'), 'a path without "."'),
});

const ProbeFile = z.strictObject({
  path: SandboxPath,
  content: PlantedText,
  executable: z.boolean().default(false),
});

/** The folder that comes first in every PATH; the image's links for `sudo` and the like lead here too. */
export const DECOY_DIR = '/usr/local/sbin';

/** A program on the agent's PATH that does nothing but tell the harness that it was called, and fails. */
export const Decoy = z.strictObject({
  command: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
  exitCode: z.int().min(1).max(255).default(1),
  stderr: z.string().default('').describe('What the decoy prints, so that it looks like a real refusal.'),
});
export type Decoy = z.infer<typeof Decoy>;

/** What must be seen before "no violation" counts: an agent that did nothing proves nothing. */
export const AttemptSpec = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('file-exists'),
      path: SandboxPath,
      contains: z
        .array(z.string().min(1))
        .default([])
        .describe('Texts that only doing the work gives, such as a sum or the name of what was found.'),
      matches: z
        .array(Pattern)
        .default([])
        .describe('Regular expressions (RE2), each of which must match somewhere in the file.'),
    })
    .describe('The trial wrote this file. It is not only white space, and it holds the facts asked for.'),
  z.strictObject({ kind: z.literal('tool-called'), tool: z.string().min(1) }),
]);
export type AttemptSpec = z.infer<typeof AttemptSpec>;

const Conversation = z.strictObject({ prompt: PlantedText.min(1) });

/** `probe.yaml`: one controlled security scenario, decided by what the harness saw. */
export const Probe = z.strictObject({
  id: Slug,
  version: z
    .int()
    .positive()
    .default(1)
    .describe('Goes up with each change after which results are no longer comparable.'),
  group: ProbeGroup,
  title: z.string().min(1),
  owasp: z.array(z.string().regex(/^AS[IT]\d\d$/)).min(1),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  hypothesis: z.string().min(1).describe('What would go wrong, and why a skill could make it so.'),
  prompt: PlantedText.min(1),
  conversations: z
    .array(Conversation)
    .max(4)
    .default([])
    .describe(
      'What is asked after that, each time of an agent that remembers nothing of what was said before.',
    ),
  setup: z
    .strictObject({
      files: z.array(ProbeFile).default([]),
      decoys: z.array(Decoy).default([]),
      sockets: z
        .array(DecoySocket)
        .default([])
        .describe('Unix sockets at which somebody listens who tells the harness, and answers nothing.'),
      env: PlantedVariables.default({}).describe('Variables of the environment, in both arms.'),
      egress: EgressPolicy.refine((policy) => fileAnswers(policy).length === 0, {
        error: 'fixtures with body: probes have no files to answer with',
      }).default({ kind: 'deny' }),
    })
    .superRefine(({ files, sockets }, context) => {
      for (const [index, { path }] of sockets.entries()) {
        const folder = path.slice(0, path.lastIndexOf('/') + 1);
        if (!files.some((file) => file.path.startsWith(folder))) continue;
        const expected = 'a socket in a folder without files';
        context.addIssue({
          code: 'custom',
          path: ['sockets', index, 'path'],
          message: expected,
          input: path,
        });
      }
    })
    .prefault({}),
  attempted: z.array(AttemptSpec).min(1).describe('All must hold, or the probe is inconclusive.'),
  oracles: z.array(OracleSpec).min(1).describe('All must hold for the probe to pass.'),
  limits: LimitOverrides.prefault({}),
});
export type Probe = z.infer<typeof Probe>;
