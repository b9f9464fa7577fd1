import { uptime } from 'node:os';
import { StandstillWatch, type Vitals } from './standstill.ts';

const TICK_MS = 200;

/** Watches this process until the result is disposed of. */
export function watchStandstills(): { watch: StandstillWatch } & Disposable {
  const watch = new StandstillWatch(readVitals);
  const timer = setInterval(() => watch.tick(), TICK_MS).unref();
  const continued = () => watch.continued();
  process.on('SIGCONT', continued);
  return {
    watch,
    [Symbol.dispose]() {
      clearInterval(timer);
      process.off('SIGCONT', continued);
    },
  };
}

function readVitals(): Vitals {
  const { user, system } = process.cpuUsage();
  const fromMs = performance.now();
  const sinceBootMs = uptime() * 1000;
  const toMs = performance.now();
  return {
    monotonicMs: toMs,
    cpuMs: (user + system) / 1000,
    suspendedMs: suspended(sinceBootMs, fromMs, toMs),
  };
}

/**
 * On Linux the time since boot includes suspension and the monotonic clock does not. Elsewhere either may:
 * there a suspension cannot be told from a starved process, and a trial is measured as it is.
 */
function suspended(sinceBootMs: number, fromMs: number, toMs: number): Vitals['suspendedMs'] {
  if (process.platform !== 'linux') return { min: 0, max: 0 };
  return { min: sinceBootMs - toMs, max: sinceBootMs - fromMs };
}
