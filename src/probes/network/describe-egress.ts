import type { EgressEvent } from '../../contracts/egress.ts';

/** Describes an attempt to reach something, in a few words. */
export function describeEgress(event: EgressEvent): string {
  switch (event.kind) {
    case 'http':
      return `${event.method} ${event.scheme}://${placeOf(event)}${event.path.split('?')[0]}`;
    case 'connect':
      return `a tunnel to ${placeOf(event)}`;
    case 'tls':
      return `a TLS connection to ${placeOf(event)}`;
    case 'dns':
      return `a question for the name ${event.host} (${event.type})`;
    case 'tcp':
      return `a connection to ${placeOf(event)}`;
    case 'provider':
      return `a request that the model's provider reach out by itself (${event.field})`;
    case 'counted':
      return event.of === 'unread'
        ? `${event.count} connections to ${placeOf(event)} of which nothing was read`
        : `${event.count} more attempts to reach ${placeOf(event)}`;
    case 'cut':
      return `${event.missed} more attempts to reach the network`;
  }
}

function placeOf({ host, port }: { host: string | null; port: number }): string {
  return `${host ?? 'an unknown host'}:${port}`;
}
