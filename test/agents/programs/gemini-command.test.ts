import { expect, test } from 'vitest';
import { gemini } from '../../../src/agents/programs/gemini.ts';
import { type AgentSettings, USUAL_SETTINGS } from '../../../src/contracts/agent-settings.ts';

function commandWith(settings: Partial<AgentSettings>): string {
  return gemini.command({
    ...{ prompt: 'Greet.', model: 'gemini-x', version: gemini.version, skills: [], servers: [] },
    ...{ skillsDir: gemini.skillsDir, hasNetwork: false, settings: { ...USUAL_SETTINGS, ...settings } },
    ...{ sandbox: { gatewayUrl: 'http://gateway.invalid' }, gateway: { token: 'a token' } },
  });
}

test.each([null, 'low'])(
  'Gemini CLI asks the model of the run for its summaries and checks too, with the effort %s',
  (effort) => {
    expect(commandWith({ effort })).toContain(
      '{"match":{"overrideScope":"core"},"modelConfig":{"model":"gemini-x"}}',
    );
  },
);

test.each([
  ['allow', false],
  ['ask', true],
  ['deny', true],
] as const)(
  'with %s, the tools with which a model approves its own plan are left out: %s',
  (permissions, areLeftOut) => {
    const left = /"exclude":\[(.*?)\]/.exec(commandWith({ permissions }))?.[1]?.split(',');
    expect(left).toContain('"web_fetch"');
    const forPlans = ['"enter_plan_mode"', '"exit_plan_mode"'];
    expect(left?.filter((name) => forPlans.includes(name))).toEqual(areLeftOut ? forPlans : []);
  },
);
