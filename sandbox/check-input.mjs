// Compares the arguments of a call with the JSON Schema of its tool. Only what most schemas use is looked at (type, required,
// properties, additionalProperties, items, enum, const, minimum, maximum, minLength, maxLength, minItems and maxItems):
// whatever else a schema says is for the handler to check.

const MOST_FLAWS = 10;
const MOST_DEPTH = 32;

/** What is wrong with the arguments, a few words each. */
export function flawsOf(given, schema) {
  const flaws = [];
  compare(given, schema, 'the arguments', flaws, 0);
  return flaws.slice(0, MOST_FLAWS);
}

function compare(value, schema, place, flaws, depth) {
  if (!isMap(schema) || depth > MOST_DEPTH || flaws.length >= MOST_FLAWS) return;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    flaws.push(`${place}: expected ${types.join(' or ')}`);
    return;
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value)))
    flaws.push(`${place}: expected one of ${JSON.stringify(schema.enum)}`);
  if (schema.const !== undefined && !isSame(schema.const, value))
    flaws.push(`${place}: expected ${JSON.stringify(schema.const)}`);
  if (typeof value === 'number') compareSize(value, schema.minimum, schema.maximum, place, flaws);
  if (typeof value === 'string')
    compareSize([...value].length, schema.minLength, schema.maxLength, `the length of ${place}`, flaws);
  if (Array.isArray(value)) {
    compareSize(value.length, schema.minItems, schema.maxItems, `the length of ${place}`, flaws);
    for (const [index, item] of value.entries())
      compare(item, schema.items, `${place}[${index}]`, flaws, depth + 1);
  } else if (isMap(value)) compareMap(value, schema, place, flaws, depth);
}

function compareMap(value, schema, place, flaws, depth) {
  const properties = isMap(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.filter((key) => !Object.hasOwn(value, key));
  if (missing.length > 0) flaws.push(`${place}: ${missing.join(', ')} missing`);
  for (const [key, inner] of Object.entries(value)) {
    if (Object.hasOwn(properties, key)) compare(inner, properties[key], `"${key}"`, flaws, depth + 1);
    else if (schema.additionalProperties === false) flaws.push(`${place}: "${key}" is not known`);
  }
}

function compareSize(size, least, most, place, flaws) {
  if (typeof least === 'number' && size < least) flaws.push(`${place}: expected at least ${least}`);
  if (typeof most === 'number' && size > most) flaws.push(`${place}: expected at most ${most}`);
}

const IS = {
  object: isMap,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

/** A type that is not known rules nothing out. */
function isOfType(value, type) {
  return !Object.hasOwn(IS, type) || IS[type](value);
}

function isMap(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
