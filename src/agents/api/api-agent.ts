import type { ApiAgent } from '../agent.ts';
import { EFFORTS } from './efforts.ts';
import { PERMISSION_REFUSALS } from './permission.ts';
import { refusalsFor } from './refusals.ts';
import { systemPrompt } from './system-prompt.ts';
import { TOOLS, textsOfTool } from './tools.ts';

/** The version of the prompt, the tools and the loop: part of what makes two runs comparable. */
const API_AGENT_VERSION = '4';

/**
 * The message to a model whose answer reached the provider's limit: it may go on,
 * and the budget of its requests still applies.
 */
export const CUT =
  'Your last answer reached the output limit and was cut off there. None of its tool calls was carried out. Go on in smaller steps.';

/** The message to a model whose call the provider could not read. */
export const MALFORMED =
  'Your last answer had a tool call that could not be read. None of its tool calls was carried out. Call the tool again.';

/** Describes an API agent, most of which is the same for all of them. */
export function apiAgent(own: Pick<ApiAgent, 'id' | 'title' | 'provider' | 'wire'>): ApiAgent {
  return {
    ...own,
    kind: 'api',
    version: API_AGENT_VERSION,
    skillsDir: '/skills',
    projectSkillsDir: null,
    settings: { efforts: EFFORTS[own.wire], hasTemperature: true },
    shownUse: 'its `skill` tool, or a call that runs or reads the skill’s files',
    opening: { listed: [], linesAround: 1 },
    ownTexts: (skill) => [
      ...[true, false].map((hasNetwork) => systemPrompt([], hasNetwork)),
      ...TOOLS.flatMap(textsOfTool),
      CUT,
      MALFORMED,
      ...refusalsFor(skill),
      ...PERMISSION_REFUSALS,
    ],
    image: null,
  };
}
