import type { SkillSighting } from '../contracts/evidence.ts';
import { skillText } from './skill-text.ts';
import { SkillTraces } from './skill-traces.ts';
import type { ModelAnswer, ModelRequest } from './wire.ts';

/** What a trial's traffic is searched for, in both arms: the baseline must show none of it. */
export type WatchedSkill = {
  name: string;
  description: string;
  body: string;
  /** Where the with-skill arm has it in the sandbox. */
  root: string;
  /** Text that the trial holds anyway. */
  prompt: string;
};

/** The names that agents give to the tool that loads a skill. */
const SKILL_TOOLS = new Set(['skill', 'Skill', 'activate_skill']);

/** Looks for a skill in a trial's model traffic; the same for every agent and wire. */
export class SkillWatch {
  readonly sightings: SkillSighting[] = [];
  readonly #skill: WatchedSkill;
  readonly #body: SkillTraces;
  readonly #description: SkillTraces;

  constructor(skill: WatchedSkill) {
    this.#skill = skill;
    this.#body = new SkillTraces(skillText(skill.body, [skill.description, skill.prompt]));
    this.#description = new SkillTraces(skillText(skill.description, [skill.prompt]));
  }

  sawRequest(request: ModelRequest, index: number): void {
    if (!this.#saw('listed') && this.#description.areIn(request.texts))
      this.#note('listed', index, 'its description is in the request');
    if (!this.#saw('body-in-context') && this.#body.areIn(request.texts))
      this.#note('body-in-context', index, 'text of SKILL.md is in the request');
  }

  sawAnswer(answer: ModelAnswer, index: number): void {
    for (const { tool, input } of answer.toolCalls) {
      const text = JSON.stringify(input);
      if (SKILL_TOOLS.has(tool) && text.includes(JSON.stringify(this.#skill.name))) {
        this.#note('tool-called', index, `${tool}(${this.#skill.name})`);
      } else if (text.includes(`${this.#skill.root}/`)) {
        this.#note('file-touched', index, `${tool} with a path under ${this.#skill.root}`);
      }
    }
  }

  /** The first of each kind tells it; a conversation repeats its past with every request. */
  #note(kind: SkillSighting['kind'], request: number, detail: string): void {
    if (!this.#saw(kind)) this.sightings.push({ kind, request, detail });
  }

  #saw(kind: SkillSighting['kind']): boolean {
    return this.sightings.some((sighting) => sighting.kind === kind);
  }
}
