import { expect, test } from 'vitest';
import { gemini } from '../../../src/agents/programs/gemini.ts';
import { USUAL_SETTINGS } from '../../../src/contracts/agent-settings.ts';

test.each([null, 'low'])(
  'Gemini CLI asks the model of the run for its summaries and checks too, with the effort %s',
  (effort) => {
    const command = gemini.command({
      ...{ prompt: 'Greet.', model: 'gemini-x', version: gemini.version, skills: [], servers: [] },
      ...{ skillsDir: gemini.skillsDir, hasNetwork: false, settings: { ...USUAL_SETTINGS, effort } },
      ...{ sandbox: { gatewayUrl: 'http://gateway.invalid' }, gateway: { token: 'a token' } },
    });
    expect(command).toContain('{"match":{"overrideScope":"core"},"modelConfig":{"model":"gemini-x"}}');
  },
);
