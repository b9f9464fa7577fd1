import { MAX_PARSED_AT_ONCE } from '../../syntax/parse-limits.ts';
import type { FlowNode } from '../graph.ts';

/** What is known about an expression, besides the places that its value comes from. */
export type Value = {
  places: readonly FlowNode[];
  /** Its text, if it is written out; `{}` stands for parts that are only known at run time. */
  text: string | null;
  /** Its full name: `os.environ`, `requests.Session().post`. */
  name: string | null;
  items: readonly Value[] | null;
  /** The key of a keyword argument or a pair. */
  key: string | null;
};

export const NOTHING: Value = { places: [], text: null, name: null, items: null, key: null };

/** Longer constants are cut. One that is cut is still too long to be parsed, which is reported if it is run. */
export const MAX_CONSTANT = MAX_PARSED_AT_ONCE + 1;

export function placesOf(values: readonly Value[]): FlowNode[] {
  return values.flatMap(({ places }) => places);
}

/** The variable whose method is called, which the call may change. */
export function receiverOf({ places }: Value): FlowNode | null {
  return places.find((place) => place.startsWith('var:')) ?? null;
}

/** Both spell the variables that a program was started with. */
export function isEnvironment(name: string | null): boolean {
  return name === 'os.environ' || name === 'environ' || name === 'process.env';
}
