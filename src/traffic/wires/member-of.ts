/** The value's own member of that name, if it has one. */
export function memberOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
