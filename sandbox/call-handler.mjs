// Calls a JavaScript or TypeScript handler of a skill once, and writes what comes of it to descriptor 3, as {"result"} or
// {"error"}. Node.js strips the types itself. A handler gets its arguments and a context; one that wants its arguments alone
// takes no notice of the second.
// Usage: call-handler.mjs, with {"skill", "entrypoint", "handler", "arguments"} as JSON on the input.
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { skill, entrypoint, handler, arguments: given } = JSON.parse(readFileSync(0, 'utf8'));
const host = {
  execute_tool: async (tool) => {
    throw new Error(`There is no host that runs the tool "${tool}".`);
  },
};

try {
  const loaded = await import(pathToFileURL(join(skill, entrypoint)).href);
  const found = loaded[handler] ?? loaded.default?.[handler];
  if (typeof found !== 'function') throw new TypeError(`${entrypoint} exports no function "${handler}"`);
  end({ result: await found(given, { cwd: process.cwd(), skill_dir: skill, host }) });
} catch (error) {
  end({ error: { type: error?.name ?? 'Error', message: String(error?.message ?? error) } });
}

function end(outcome) {
  writeAll(Buffer.from(JSON.stringify(outcome)));
  process.exit();
}

/** The descriptor is a pipe, which may take a long text in parts. */
function writeAll(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(3, bytes, at);
}
