import type { Severity } from '../../../contracts/finding.ts';
import type { Host, Standing } from '../hosts.ts';
import { AGENT_MEMORY, PERSISTENCE } from '../rules/control.ts';
import { DECODE_AND_RUN, DOWNLOAD_AND_RUN } from '../rules/execution.ts';
import { DESERIALIZATION } from '../rules/supply.ts';
import type { Flow } from './find-flows.ts';
import type { At } from './graph.ts';
import { isThrownAway, type Verdict } from './verdict.ts';

/** Something that came from outside, or out of an encoding, is run. */
export function run({ source, sink }: Flow, host: Host, milder: 0 | 1): Verdict | null {
  if (source.kind === 'decoded') {
    const shown = source.detail === '' ? '' : `: ${source.detail.slice(0, 120)}`;
    return {
      rule: DECODE_AND_RUN,
      severity: milder === 1 ? 'medium' : 'high',
      title: `Runs what it decodes${shown}`,
    };
  }
  if (source.kind !== 'remote' || host.standing === 'local') return null;
  const isLoader = /pickle|marshal|yaml|dill|joblib|torch|serialize/.test(sink.detail);
  const rule = isLoader ? DESERIALIZATION : DOWNLOAD_AND_RUN;
  const isMild = milder === 1 || isLoader;
  const severity =
    isThrownAway(sink.at) || (host.standing === 'related' && runsUnasked(sink.at))
      ? 'high'
      : RUN_SEVERITY[host.standing][host.isEncrypted && isMild ? 1 : 0];
  return {
    rule,
    severity,
    title: `Runs what it downloads from ${host.name === '' ? 'another machine' : host.name}`,
  };
}

const RUN_SEVERITY: Readonly<Record<Standing, readonly [Severity, Severity]>> = {
  local: ['info', 'info'],
  'well-known': ['low', 'low'],
  related: ['medium', 'low'],
  unknown: ['medium', 'low'],
  stranger: ['high', 'medium'],
  drop: ['critical', 'high'],
};

/** Settings, tasks and build files run without anybody reading them first; `-k` does not even check who answers. */
function runsUnasked({ region, start, end }: At): boolean {
  const command = region.text.slice(Math.max(0, start - 200), end);
  return (
    region.kind === 'data' ||
    /(?:^|\/)(?:setup|conftest)\.py$/.test(region.file.path) ||
    /\s(?:-[a-zA-Z]{0,6}k[a-zA-Z]{0,6}|--insecure|--no-check-certificate)\s/.test(command)
  );
}

/** What was fetched or decoded is written to where it starts again, or where the agent takes orders from. */
export function planted({ source, sink }: Flow): Verdict | null {
  if (source.kind !== 'remote' && source.kind !== 'decoded') return null;
  const rule = sink.kind === 'startup' ? PERSISTENCE : AGENT_MEMORY;
  const origin = source.kind === 'remote' ? 'downloads' : 'decodes';
  return { rule, severity: 'high', title: `Writes what it ${origin} into ${sink.detail}` };
}
