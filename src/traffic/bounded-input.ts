const MAX_DEPTH = 100;
const TOO_DEEP = '[nested too deep to be kept]';

/** Limits the nesting of a tool call's input for the record: input nested without end cannot be stored. */
export function boundedInput(input: Record<string, unknown>): Record<string, unknown> {
  return withinDepth(input, MAX_DEPTH);
}

function withinDepth(object: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, boundedValue(value, depth)]));
}

function boundedValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item: unknown) => boundedValue(item, depth - 1));
  return withinDepth(value, depth - 1);
}
