import type { ReadSkill } from '../../../skill/read-skill.ts';
import type { Signal } from '../signal.ts';
import { fileSignal } from './file-signal.ts';

const MANIFEST = /^\.[\w-]{1,40}-plugin\/plugin\.json$/i;
/** Where the parts of a plugin are that start by themselves, or stand in for programs of the user. */
const STARTED = /^(?:hooks|monitors|bin)\/|^(?:\.mcp|\.lsp|settings)\.json$/i;
const STARTING_KEY = /"(?:[^"\\]|\\u00[0-9a-f]{2}){0,40}(?:hooks|servers?|monitors|command)"\s{0,20}:|\\u00/i;

export function isPlugin({ files }: ReadSkill): boolean {
  return files.some(({ path }) => MANIFEST.test(path));
}

/** What makes the folder of a skill a plugin, whose parts an agent starts with the session. */
export function pluginSignals({ files }: ReadSkill): Signal[] {
  const manifest = files.find(({ path }) => MANIFEST.test(path));
  if (manifest === undefined) return [];
  const started = STARTING_KEY.test(manifest.text) ? manifest : files.find(({ path }) => STARTED.test(path));
  const rule = 'security/plugin';
  if (started === undefined) return [fileSignal(manifest, { rule, severity: 'low', title: null })];
  const title = 'Starts programs as a plugin of the agent';
  return [fileSignal(started, { rule, severity: 'high', title })];
}
