import { posix } from 'node:path';

/** The files in which a plugin or a marketplace of plugins declares its content. */
export const PLUGIN_MANIFESTS = ['.claude-plugin/plugin.json', '.claude-plugin/marketplace.json'] as const;

/** The skill folders that a manifest names, relative to the source's root. A broken manifest names none. */
export function declaredSkillFolders(manifest: string): string[] {
  const root = parseJson(manifest);
  const plugins = listOf(property(root, 'plugins'));
  return [root, ...plugins].flatMap((plugin) => {
    const base = property(plugin, 'source');
    return textsOf(property(plugin, 'skills')).map((path) =>
      folderOf(typeof base === 'string' ? base : '.', path),
    );
  });
}

/**
 * A broken manifest is ignored: only skills are checked here, and it is the clients that read the manifest.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): string[] {
  return [value, ...listOf(value)].filter((item) => typeof item === 'string');
}

function folderOf(base: string, path: string): string {
  return posix.join(base, path).replace(/\/$/, '');
}
