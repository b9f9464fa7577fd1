import { Script, type ScriptedTurn } from '../../contracts/script.ts';
import type { Program } from './program-agent.ts';

/** A bundled script as a program's model would say it: with that program's tools, and its place for skills. */
export function scriptFor({ arms, ...script }: Script, program: Program): Script {
  const spoken = (turns: readonly ScriptedTurn[]) =>
    turns.map((turn) => ({ ...turn, call: turn.call.map((call) => callOf(call, program)) }));
  return Script.parse({
    ...script,
    arms: { baseline: spoken(arms.baseline), 'with-skill': spoken(arms['with-skill']) },
  });
}

function callOf({ tool, input }: ScriptedTurn['call'][number], { tools, agent }: Program) {
  const { command, name } = input;
  if (tool === 'bash') return tools.bash(String(command).replaceAll('/skills/', `${agent.skillsDir}/`));
  if (tool === 'skill') return tools.skill(String(name));
  throw new Error(`no program was given a tool for ${tool}`);
}
