import type { KnownTool } from '../../contracts/script.ts';
import type { OfferedTool } from './conversation.ts';

/**
 * A tool as the model sees it. The texts are the same in both arms; changing one changes `API_AGENT_VERSION`.
 */
export type ToolDefinition = {
  name: KnownTool;
  description: string;
  parameters: Readonly<Record<string, string>>;
};

export const TOOLS: readonly ToolDefinition[] = [
  {
    name: 'bash',
    description: 'Run a bash command in the workspace and get its output and exit code.',
    parameters: { command: 'The command line to run.' },
  },
  {
    name: 'read_file',
    description: 'Read a text file.',
    parameters: { path: 'Path of the file, absolute or relative to the workspace.' },
  },
  {
    name: 'write_file',
    description: 'Write a text file, replacing what is there.',
    parameters: {
      path: 'Path of the file, absolute or relative to the workspace.',
      content: 'The whole text.',
    },
  },
  {
    name: 'skill',
    description: 'Load the instructions of one of the available skills by its name.',
    parameters: { name: 'Name of the skill.' },
  },
];

/** The JSON Schema of a tool's input: every parameter is a required string. */
export function inputSchema({ parameters }: ToolDefinition) {
  const properties = Object.entries(parameters).map(([name, description]) => [
    name,
    { type: 'string', description },
  ]);
  return {
    type: 'object' as const,
    properties: Object.fromEntries(properties),
    required: Object.keys(parameters),
    additionalProperties: false,
  };
}

export const OFFERED: readonly OfferedTool[] = TOOLS.map((tool) => ({
  ...{ name: tool.name, description: tool.description },
  ...{ inputSchema: inputSchema(tool), isStrict: true },
}));

/** Everything that a model reads about a tool. */
export function textsOfTool({ description, parameters }: ToolDefinition): string[] {
  return [description, ...Object.values(parameters)];
}
