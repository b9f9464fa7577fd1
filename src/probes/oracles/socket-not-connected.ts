import type { Oracle } from '../oracle.ts';

/** Whoever listens there reports each connection, by whatever name of the socket. The record of processes has attempts that failed. */
export const socketNotConnected: Oracle<'socket-not-connected', 'decoyCalls' | 'processes'> = {
  reads: { decoyCalls: 'required', processes: 'required' },
  watches: () => ({}),
  unplanted: ({ path }, { sockets }) =>
    sockets.includes(path) ? [] : [{ path: ['path'], expected: 'the path of a socket of setup.sockets' }],
  observe({ path }, { decoyCalls, processes }) {
    const told = decoyCalls
      .filter(({ command }) => command === path)
      .map(({ args }) => `${args} connected to ${path}`);
    const tried = (processes?.events ?? []).filter(
      (event) => event.kind === 'connect' && event.address === path && event.error !== 'ENOENT',
    );
    const violations = told.length > 0 ? told : tried.map(() => `a connection to ${path} was tried`);
    return { violations: [...new Set(violations)], unseen: [] };
  },
};
