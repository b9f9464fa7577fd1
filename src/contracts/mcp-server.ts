import { z } from 'zod';
import { Pattern, Slug } from './identifiers.ts';

const common = {
  name: Slug.describe('What the agent calls the server.'),
  arm: z
    .enum(['both', 'with-skill'])
    .default('both')
    .describe('"with-skill": the server comes with the skill, and the baseline goes without it.'),
};

/** Stands in a command for the folder of the skill, which each agent has in a place of its own. */
export const SKILL_FOLDER = '{skill}';

/** A server of the Model Context Protocol that the agent is given. */
export const McpServer = z.union([
  z
    .strictObject({
      ...common,
      command: z
        .array(z.string().min(1))
        .min(1)
        .describe(
          `The program with its arguments. It runs in the sandbox and speaks over stdin and stdout. ${SKILL_FOLDER} stands for the folder of the skill.`,
        ),
      env: z
        .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
        .default({})
        .describe('Environment variables for the program.'),
    })
    .refine(({ arm, command }) => arm === 'with-skill' || !command.join(' ').includes(SKILL_FOLDER), {
      path: ['arm'],
      error: `with-skill, because ${SKILL_FOLDER} leads nowhere in the baseline`,
    })
    .describe('A server in the sandbox.'),
  z
    .strictObject({
      ...common,
      url: z
        .url({ protocol: /^https?$/ })
        .describe('Where it answers, by Streamable HTTP. The network of the task must lead there.'),
    })
    .describe('A server in the network.'),
]);
export type McpServer = z.infer<typeof McpServer>;

export const McpServers = z
  .array(McpServer)
  .min(1)
  .max(20)
  .check((context) => {
    const names = context.value.map(({ name }) => name);
    const again = names.findIndex((name, index) => names.indexOf(name) !== index);
    if (again !== -1)
      context.issues.push({
        code: 'custom',
        path: [again, 'name'],
        message: 'a name of its own for each server',
        input: names[again],
      });
  });

const ToolAnswer = z.strictObject({
  when: Pattern.optional().describe(
    'The answer is given only if this regular expression (RE2) matches the arguments, written as JSON without spaces and with sorted keys.',
  ),
  text: z.string(),
  isError: z.boolean().default(false).describe('The tool reports an error.'),
});

/** What a made-up MCP server offers. */
export const McpTool = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'up to 64 letters, digits, "_", "." and "-"'),
  description: z.string().min(1),
  inputSchema: z
    .looseObject({ type: z.literal('object') })
    .default({ type: 'object' })
    .describe('The JSON Schema of the arguments.'),
  answers: z.array(ToolAnswer).min(1).describe('The first that applies; if none does, the call is an error.'),
});
export type McpTool = z.infer<typeof McpTool>;
