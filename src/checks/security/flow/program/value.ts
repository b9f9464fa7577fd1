import type { FlowNode } from '../graph.ts';

/** What an expression is known to be, besides where its value comes from. */
export type Value = {
  places: readonly FlowNode[];
  /** Its text, where it is written out; `{}` stands for what only shows as it runs. */
  text: string | null;
  /** Its full name: `os.environ`, `requests.Session().post`. */
  name: string | null;
  items: readonly Value[] | null;
  /** Of a keyword argument or a pair: its key. */
  key: string | null;
};

export const NOTHING: Value = { places: [], text: null, name: null, items: null, key: null };

/** Longer constants are cut: what they say is said by then. */
export const MAX_CONSTANT = 65_536;

export function placesOf(values: readonly Value[]): FlowNode[] {
  return values.flatMap(({ places }) => places);
}

/** The variable that a method is called on, which the call may change. */
export function receiverOf({ places }: Value): FlowNode | null {
  return places.find((place) => place.startsWith('var:')) ?? null;
}

/** Both spell the variables that a program was started with. */
export function isEnvironment(name: string | null): boolean {
  return name === 'os.environ' || name === 'environ' || name === 'process.env';
}
