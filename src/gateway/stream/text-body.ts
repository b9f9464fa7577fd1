/** A body that comes in chunks and then is closed, breaks off, or never ends. */
export function textBody(
  chunks: readonly string[],
  end: 'closed' | 'broken' | 'never',
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = chunks.values();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = rest.next();
      if (!done) controller.enqueue(encoder.encode(value));
      else if (end === 'closed') controller.close();
      else if (end === 'broken') controller.error(new Error('Scripted: the connection broke off.'));
      else await new Promise(() => undefined);
    },
  });
}
