/** How the way of an answer ended: whole, left by its client, or broken on the way from the model. */
export type TapEnd = { how: 'whole' | 'left' } | { how: 'broken'; error: unknown };

export type TapListener = { add(bytes: Uint8Array): void; ended(end: TapEnd): void };

/** So far an answer is fetched ahead of a client that reads slowly. */
const READ_AHEAD_BYTES = 1024 * 1024;

/** Passes bytes on as they come, and shows each to the listener once it is on its way. */
export function tap(
  body: ReadableStream<Uint8Array>,
  listener: TapListener,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const end = (end: TapEnd) => {
    if (isOver) return;
    isOver = true;
    listener.ended(end);
  };
  const leave = async (reason: unknown) => {
    end({ how: 'left' });
    await reader.cancel(reason);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const stop = () => {
          controller.error(signal.reason);
          // What is left of the answer concerns nobody any more, nor how it ends.
          leave(signal.reason).catch(() => undefined);
        };
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (isOver) return;
          if (done) {
            end({ how: 'whole' });
            controller.close();
          } else {
            controller.enqueue(value);
            listener.add(value);
          }
        } catch (error) {
          end({ how: 'broken', error });
          controller.error(error);
        }
      },
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD_BYTES }),
  );
}
