import type { SkillSighting } from '../contracts/evidence.ts';
import { skillText } from './skill-text.ts';
import { SkillTraces } from './skill-traces.ts';
import { touchesSkill } from './touch/touches-skill.ts';
import type { ModelAnswer, ModelRequest } from './wire.ts';

/** What a trial's traffic is searched for, in both arms: the baseline must show none of it. */
export type WatchedSkill = {
  name: string;
  description: string;
  body: string;
  /** Where the with-skill arm has it in the sandbox. */
  root: string;
  /** Relative to the root; without them any path below it is taken for a file of the skill. */
  files?: readonly string[];
  /** Text that the trial holds anyway. */
  prompt: string;
  /** More of that: the files of its workspace. */
  workspaceTexts?: Iterable<string>;
  /** Where the agent's commands start, and its home. */
  cwd?: string;
  home?: string;
};

/** The tool that loads a skill, as agents call it: `Skill`, `activate_skill`, `load_skill`. */
const SKILL_TOOL = /skill$/i;

/** Looks for a skill in a trial's model traffic; the same for every agent and wire. */
export class SkillWatch {
  readonly sightings: SkillSighting[] = [];
  readonly #skill: WatchedSkill;
  readonly #body: SkillTraces;
  readonly #description: SkillTraces;

  constructor(skill: WatchedSkill) {
    const { description, body, prompt, workspaceTexts = [] } = skill;
    const ofTrial = [prompt, ...workspaceTexts];
    this.#skill = skill;
    this.#body = new SkillTraces(skillText(body, [description, ...ofTrial]));
    this.#description = new SkillTraces(skillText(description, ofTrial));
  }

  sawRequest(request: ModelRequest, index: number): void {
    if (!this.#saw('listed') && this.#description.areIn(request.texts))
      this.#note('listed', index, 'its description is in the request');
    if (!this.#saw('body-in-context') && this.#body.areIn(request.texts))
      this.#note('body-in-context', index, 'text of SKILL.md is in the request');
  }

  sawAnswer(answer: ModelAnswer, index: number): void {
    const inputs = answer.toolCalls.map(({ input }) => jsonOf(input));
    for (const text of [answer.text, ...inputs]) {
      this.#body.modelWrote(text);
      this.#description.modelWrote(text);
    }
    for (const { tool, input } of answer.toolCalls) this.#sawCall(tool, input, index);
  }

  #sawCall(tool: string, input: Record<string, unknown>, index: number): void {
    const { name, root, files = null, cwd = '/', home = '/root' } = this.#skill;
    const isLoading = SKILL_TOOL.test(tool) && jsonOf(input).includes(JSON.stringify(name));
    if (isLoading) this.#note('tool-called', index, `${tool}(${name})`);
    else if (touchesSkill(input, { root, files, cwd, home }))
      this.#note('file-touched', index, `${tool} with a file of ${root}`);
  }

  /** The first of each kind tells it; a conversation repeats its past with every request. */
  #note(kind: SkillSighting['kind'], request: number, detail: string): void {
    if (!this.#saw(kind)) this.sightings.push({ kind, request, detail });
  }

  #saw(kind: SkillSighting['kind']): boolean {
    return this.sightings.some((sighting) => sighting.kind === kind);
  }
}

function jsonOf(input: Record<string, unknown>): string {
  try {
    return JSON.stringify(input);
  } catch {
    // Nested deeper than this process can follow, which no tool takes.
    return '';
  }
}
