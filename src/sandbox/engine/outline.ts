import type { SandboxOutline, SandboxSpec } from '../sandbox.ts';

export function outlineOf(spec: SandboxSpec): SandboxOutline {
  const { purpose, template, mounts, shell, grader, network } = spec;
  const frame = { purpose, template, mounts, shell: shell === true };
  return { ...frame, grader: grader === true, network: network !== undefined };
}
