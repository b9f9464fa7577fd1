import { z } from 'zod';
import { RelativePath, Sha256, Slug } from './identifiers.ts';

/** The file with which a skill brings tools of its own. */
export const MANIFEST_FILE = 'skill.yaml';

/** So short that no agent cuts off the name of a tool together with that of its server. */
const ToolName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,48}$/, 'at most 48 letters, digits, "_" and "-"')
  .describe('What the tool is called.');

const Implementation = z.looseObject({
  entrypoint: RelativePath.describe('The file of the skill that has the handler.'),
  handler: z
    .string()
    .regex(/^[A-Za-z_$][A-Za-z0-9_$]*$/, 'the name of a function')
    .describe('The function that carries out a call.'),
  runtime: z
    .enum(['python', 'node', 'typescript'])
    .describe('What runs it. Node.js runs TypeScript as well: "typescript" is another word for "node".'),
});

/** A tool of a skill. What runs a call, and nothing else of it, is checked: agents show the rest to their models. */
const Tool = z.looseObject({
  name: ToolName,
  description: z.string().default(''),
  input_schema: z.looseObject({ type: z.literal('object') }).describe('The JSON Schema of the arguments.'),
  implementation: Implementation,
});

const Tools = z
  .array(Tool)
  .min(1)
  .max(64)
  .check((context) => {
    const names = context.value.map(({ name }) => name);
    const again = names.findIndex((name, index) => names.indexOf(name) !== index);
    if (again === -1) return;
    const message = 'a name of its own for each tool';
    context.issues.push({ code: 'custom', path: [again, 'name'], message, input: names[again] });
  });

/** `skill.yaml` of the universal skill specification, as far as an agent needs it to call the tools of a skill. */
export const SkillManifest = z.looseObject({
  apiVersion: z.literal('skills.v1'),
  kind: z.literal('Skill'),
  spec: z.looseObject({ tools: Tools }),
});
export type SkillManifest = z.infer<typeof SkillManifest>;

/** A tool that comes with a skill. */
export type SkillTool = SkillManifest['spec']['tools'][number];

/** The MCP server that offers the tools of a skill, in its arm alone. */
export const ToolServer = z.strictObject({
  name: Slug.describe(
    'What the agent calls the server: the name of the skill, as much of it as there is room for.',
  ),
  tools: z.array(z.string()).describe('The names of the tools.'),
  digest: Sha256.describe('Digest over the tools as the manifest describes them.'),
});
export type ToolServer = z.infer<typeof ToolServer>;
