import { canonicalJson, digestOf } from '../base/digest.ts';
import { Slug } from '../contracts/identifiers.ts';
import { type McpServer, SKILL_FOLDER } from '../contracts/mcp-server.ts';
import type { SkillTool, ToolServer } from '../contracts/skill-manifest.ts';
import type { HarnessMount } from '../sandbox/sandbox.ts';

/** The folder with what the manifest says of the tools. It is there in both arms, and empty in the baseline. */
export const TOOLS_FOLDER = '/opt/skill-tools';

const TOOLS_FILE = `${TOOLS_FOLDER}/tools.json`;

const PROGRAM = '/usr/local/lib/assay/serve-tools.mjs';

/**
 * Models know a tool by its name and that of its server, of at most 64 letters. What agents put around the two takes
 * seven of them.
 */
const MOST_LETTERS = 56;

/** The server that offers the tools of a skill; `null` if it has none. */
export function toolServerOf(skillName: string, tools: readonly SkillTool[]): ToolServer | null {
  if (tools.length === 0) return null;
  const names = tools.map(({ name }) => name);
  const longest = Math.max(...names.map(({ length }) => length));
  const own = Slug.safeParse(skillName).success ? skillName : 'skill';
  const name = own.slice(0, MOST_LETTERS - longest).replace(/-$/, '');
  return { name, tools: names, digest: digestOf(canonicalJson(tools)) };
}

/** The server as an agent starts it. It is a program of ours, which runs nothing of the skill before a tool is called. */
export function toolServerCommand({ name }: ToolServer): McpServer {
  return { name, arm: 'with-skill', command: ['node', PROGRAM, TOOLS_FILE, SKILL_FOLDER], env: {} };
}

/** Whether an agent that starts the server runs something that came with the skill. */
export function startsSkill(server: McpServer): boolean {
  return 'command' in server && server.arm === 'with-skill' && !server.command.includes(PROGRAM);
}

export function toolMount(
  { name }: ToolServer,
  tools: readonly SkillTool[],
  isPresent: boolean,
): HarnessMount {
  const content = new TextEncoder().encode(JSON.stringify({ name, tools: tools.map(servedTool) }));
  const file = { path: TOOLS_FILE, content, executable: false };
  return { root: TOOLS_FOLDER, files: isPresent ? [file] : [] };
}

function servedTool({ name, description, input_schema: inputSchema, implementation }: SkillTool) {
  const { entrypoint, handler, runtime } = implementation;
  return { name, description, inputSchema, entrypoint, handler, runtime };
}
