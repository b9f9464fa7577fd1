/** An answer whose first bytes are there: until then it may be asked for again, from then on it is the client's. */
export type BegunAnswer = { response: Response; first: Uint8Array | null; rest: Rest | null };

type Rest = ReadableStreamDefaultReader<Uint8Array>;

export async function beginAnswer(response: Response): Promise<BegunAnswer> {
  if (response.body === null) return { response, first: null, rest: null };
  const rest = response.body.getReader();
  const { value = null } = await rest.read();
  return { response, first: value, rest };
}

/** A provider may say that it is overloaded after it has said that all is well. */
export function beginsOverloaded({ first }: BegunAnswer): boolean {
  return first !== null && /^event: error\r?\n[\s\S]*overloaded_error/.test(new TextDecoder().decode(first));
}

/** The whole body; `onEnd` is called once when nothing more of it will be read. */
export function bodyOf({ first, rest }: BegunAnswer, onEnd: () => void): ReadableStream<Uint8Array> | null {
  if (rest === null || first === null) {
    onEnd();
    return null;
  }
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      try {
        const { done, value } = await rest.read();
        if (!done) return controller.enqueue(value);
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    async cancel(reason) {
      onEnd();
      await rest.cancel(reason);
    },
  });
}
