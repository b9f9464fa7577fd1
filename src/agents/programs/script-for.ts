import { posix } from 'node:path';
import { shellQuote } from '../../base/shell-quote.ts';
import { WORKSPACE } from '../../contracts/sandbox-places.ts';
import { type KnownTool, McpCall, type Script, type ScriptedTurn } from '../../contracts/script.ts';
import type { AgentDescription, CommandAgent, ProgramAgent, ScriptedCall, ToolMap } from '../agent.ts';

/** Translates a script into the tool calls and skill folder of an agent. */
export function scriptFor(script: Script, agent: AgentDescription): Script {
  if (agent.kind === 'api') return script;
  const spoken = (turns: readonly ScriptedTurn[]) =>
    turns.map((turn) => ({ ...turn, call: turn.call.map((call) => callOf(call, agent)) }));
  const { arms } = script;
  return { ...script, arms: { baseline: spoken(arms.baseline), 'with-skill': spoken(arms['with-skill']) } };
}

/** The folder of skills that a script names. */
const SKILLS = '/skills/';

type Say = (input: Record<string, string>, tools: ToolMap) => ScriptedCall;

const SAY = {
  bash: ({ command = '' }, { bash }) => bash(command),
  skill: ({ name = '' }, { skill }) => skill(name),
  read_file: ({ path = '' }, { bash }) => bash(`cat -- ${shellQuote(path)}`),
  write_file: ({ path = '', content = '' }, { bash }) => {
    const target = posix.resolve(WORKSPACE, path);
    const folder = `mkdir -p -- ${shellQuote(posix.dirname(target))}`;
    return bash(`${folder} && printf %s ${shellQuote(content)} > ${shellQuote(target)}`);
  },
} as const satisfies Record<KnownTool, Say>;

const SAYINGS: ReadonlyMap<string, Say> = new Map(Object.entries(SAY));

/** A call of another tool is in the agent's own words already. */
function callOf(call: ScriptedCall, { tools, skillsDir }: ProgramAgent | CommandAgent): ScriptedCall {
  if (call.tool === 'mcp') return tools.mcp(McpCall.parse(call.input));
  const say = SAYINGS.get(call.tool);
  if (say === undefined) return call;
  const input = Object.entries(call.input).map(([name, value]) => [
    name,
    String(value).replaceAll(SKILLS, `${skillsDir}/`),
  ]);
  return say(Object.fromEntries(input), tools);
}
