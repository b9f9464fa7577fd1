/** Types of the frames between the harness and `sandbox/pipe.mjs`; the id of a frame is that of its connection. */
export const FRAME = {
  ready: 1,
  open: 2,
  data: 3,
  end: 4,
  reset: 5,
  credit: 6,
  ping: 7,
  pong: 8,
  unread: 9,
} as const;
