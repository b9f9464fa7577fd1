import { NAMES_PREFIX } from '../../../contracts/sandbox-network.ts';

const MAX_NAMES = 10_000;
/** The address of all further names: connections to it are recorded without a name. */
const NAMELESS = `${NAMES_PREFIX}255.254`;

/** Gives every name that a sandbox looks up a loopback address, so that a connection shows which name was meant. */
export class LoopbackNames {
  readonly #addresses = new Map<string, string>();
  readonly #names = new Map<string, string>();

  addressOf(name: string): string {
    const key = name.toLowerCase();
    const known = this.#addresses.get(key);
    if (known !== undefined) return known;
    const index = this.#addresses.size + 1;
    if (index > MAX_NAMES) return NAMELESS;
    const address = `${NAMES_PREFIX}${index >> 8}.${index & 255}`;
    this.#addresses.set(key, address);
    this.#names.set(address, key);
    return address;
  }

  nameOf(address: string): string | null {
    return this.#names.get(address) ?? null;
  }
}
