const PATIENCE_MS = 2000;

/** Says what is being waited for once the wait is long enough to be noticed. */
export type SlowNotice = Disposable & { begin(what: string): void };

export function slowNotice(say: (line: string) => void): SlowNotice {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin(what) {
      clearTimeout(timer);
      timer = setTimeout(() => say(`Still busy with ${what}.`), PATIENCE_MS);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
