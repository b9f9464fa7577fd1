import { describe, expect, test } from 'vitest';
import { scriptedUpstream } from '../../src/gateway/scripted-upstream.ts';
import { CLIENTS } from './clients/clients.ts';
import { playScenario, SCENARIOS } from './scenarios.ts';

const scripted = {
  upstreamFor: (script) => scriptedUpstream(script, 'baseline'),
  model: 'scripted',
} satisfies Pick<Parameters<typeof playScenario>[2], 'upstreamFor' | 'model'>;

describe.each(CLIENTS)('$name', (client) => {
  test.each(SCENARIOS)('gets $name from a script, whole and as a stream', async (scenario) => {
    const whole = await playScenario(scenario, client, { ...scripted, stream: false });
    const streamed = await playScenario(scenario, client, { ...scripted, stream: true });
    expect(streamed.turns).toEqual(whole.turns);
  });
});
