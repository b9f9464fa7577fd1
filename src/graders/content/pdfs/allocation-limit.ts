/** What a reader of binary files grows without asking how far. */
const LIMITED = [
  'ArrayBuffer',
  'Float32Array',
  'Float64Array',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Uint32Array',
] as const;

/**
 * As long as it lasts, the code of this thread may create arrays of so many bytes in all. A package that decompresses
 * without a limit cannot be stopped otherwise: these arrays are no part of the heap, for which a thread can have a limit.
 */
export class AllocationLimit implements Disposable {
  #left: number;
  readonly #before = Object.getOwnPropertyDescriptors(globalThis);

  constructor(bytes: number) {
    this.#left = bytes;
    for (const name of LIMITED) define(name, new Proxy(globalThis[name], { construct: this.#construct }));
    define('DecompressionStream', this.#limitedDecompression(DecompressionStream));
  }

  /** Whoever caught the error may go on with what it had until then. */
  get isExceeded(): boolean {
    return this.#left < 0;
  }

  [Symbol.dispose](): void {
    for (const name of [...LIMITED, 'DecompressionStream'] as const)
      Object.defineProperty(globalThis, name, this.#before[name]);
  }

  readonly #construct = (target: Constructor, args: unknown[]): object => {
    this.#spend(lengthOf(args[0]) * (target.BYTES_PER_ELEMENT ?? 1));
    return Reflect.construct(target, args);
  };

  /** What it decompresses is created outside of JavaScript. */
  #limitedDecompression(Original: typeof DecompressionStream) {
    const spend = (bytes: number) => this.#spend(bytes);
    return class {
      readonly readable: ReadableStream;
      readonly writable: WritableStream;

      constructor(...args: ConstructorParameters<typeof DecompressionStream>) {
        const { readable, writable } = new Original(...args);
        this.writable = writable;
        this.readable = readable.pipeThrough(countedBy(spend));
      }
    };
  }

  #spend(bytes: number): void {
    this.#left -= bytes;
    if (this.isExceeded) throw new RangeError('The limit of memory is reached.');
  }
}

type Constructor = (new (...args: never[]) => object) & { BYTES_PER_ELEMENT?: number };

function countedBy(spend: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      spend(chunk.length);
      controller.enqueue(chunk);
    },
  });
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** The length of a new array; one that is a view of a buffer takes nothing. */
function lengthOf(first: unknown): number {
  if (typeof first === 'number') return first;
  if (typeof first !== 'object' || first === null || !('length' in first)) return 0;
  return typeof first.length === 'number' ? first.length : 0;
}
