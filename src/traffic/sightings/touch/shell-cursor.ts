/** A position in a text, which advances past whatever is taken. */
export class ShellCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Whether a sticky pattern matches here. */
  isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Takes what a sticky pattern matches here; `null` if that is nothing. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined || found === '') return null;
    this.at += found.length;
    return found;
  }
}
