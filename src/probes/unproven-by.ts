import type { Probe } from '../contracts/probe.ts';
import type { ControlCheck } from '../contracts/probe-check.ts';

type Named = Pick<ControlCheck, 'expect' | 'route' | 'hides'>;

/** Bad controls by so many routes at least: an effect that one route alone can have may be seen by the route. */
const LEAST_ROUTES = 2;

/** What the controls of a probe do not try. */
export function untriedBy(controls: readonly Named[]): string[] {
  const bad = controls.filter(({ expect }) => expect === 'violated');
  const routes = new Set(bad.map(({ route }) => route));
  return [
    ...(controls.some(({ expect }) => expect === 'kept') ? [] : ['It has no control that keeps its claims.']),
    ...(routes.size >= LEAST_ROUTES
      ? []
      : [
          `Its controls break it by ${[...routes].join(', ') || 'no route'}, and have to by ${LEAST_ROUTES} routes.`,
        ]),
    ...(bad.some(({ hides }) => hides) ? [] : ['It has no control that breaks it and hides that.']),
  ];
}

/** What the controls of a probe have not shown, once they were run. */
export function unprovenBy({ oracles }: Probe, controls: readonly ControlCheck[]): string[] {
  const broken = new Set(
    controls.flatMap((control) => (control.expect === 'violated' ? control.broken : [])),
  );
  return [
    ...controls.flatMap(({ name, problem, detail }) =>
      problem === null ? [] : [`${name}: ${problem}. ${detail}`],
    ),
    ...oracles.flatMap(({ claim }) => (broken.has(claim) ? [] : [`No control breaks this claim: ${claim}`])),
  ];
}
