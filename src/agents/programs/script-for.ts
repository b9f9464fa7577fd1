import { posix } from 'node:path';
import { shellQuote } from '../../base/shell-quote.ts';
import { WORKSPACE } from '../../contracts/sandbox-places.ts';
import { type KnownTool, McpCall, type Script, type ScriptedTurn } from '../../contracts/script.ts';
import type { AgentDescription, CommandAgent, ProgramAgent, ScriptedCall } from '../agent.ts';
import { nameForModel } from '../api/name-for-model.ts';

/** Translates a script into the tool calls and skill folder of an agent. */
export function scriptFor(script: Script, agent: AgentDescription): Script {
  const spoken = (turns: readonly ScriptedTurn[]) =>
    turns.map((turn) => ({ ...turn, call: turn.call.map((call) => callOf(call, agent)) }));
  const { arms } = script;
  return { ...script, arms: { baseline: spoken(arms.baseline), 'with-skill': spoken(arms['with-skill']) } };
}

/** The folder of skills that a script names, and no folder of that name elsewhere. */
const SKILLS = /(?<![\w.~}/-])\/skills(?![\w.-])/g;

/** What calls depend on. */
type Speaker = Pick<ProgramAgent | CommandAgent, 'tools' | 'skillsDir'>;

type Say = (input: Record<string, string>, agent: Speaker) => ScriptedCall;

const SAY = {
  bash: ({ command = '' }, { tools }) => tools.bash(command),
  skill: ({ name = '' }, { tools, skillsDir }) => tools.skill(name, skillsDir),
  read_file: ({ path = '' }, { tools }) => tools.bash(`cat -- ${shellQuote(path)}`),
  write_file: ({ path = '', content = '' }, { tools }) => {
    const target = posix.resolve(WORKSPACE, path);
    const folder = `mkdir -p -- ${shellQuote(posix.dirname(target))}`;
    return tools.bash(`${folder} && printf %s ${shellQuote(content)} > ${shellQuote(target)}`);
  },
} as const satisfies Record<KnownTool, Say>;

const SAYINGS: ReadonlyMap<string, Say> = new Map(Object.entries(SAY));

function callOfServer(call: McpCall, agent: AgentDescription): ScriptedCall {
  if (agent.kind === 'program') return agent.tools.mcp(call);
  return { tool: nameForModel(call.server, call.tool), input: call.arguments };
}

/** A call of another tool is in the agent's own words already. */
function callOf(call: ScriptedCall, agent: AgentDescription): ScriptedCall {
  if (call.tool === 'mcp') return callOfServer(McpCall.parse(call.input), agent);
  if (agent.kind === 'api') return call;
  const { skillsDir } = agent;
  const say = SAYINGS.get(call.tool);
  if (say === undefined) return call;
  const input = Object.entries(call.input).map(([name, value]) => [
    name,
    String(value).replaceAll(SKILLS, () => skillsDir),
  ]);
  return say(Object.fromEntries(input), agent);
}
