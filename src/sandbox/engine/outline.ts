import type { SandboxOutline, SandboxSpec } from '../sandbox.ts';

export function outlineOf(spec: SandboxSpec): SandboxOutline {
  const { purpose, template, mounts, shell, grader, audit, network } = spec;
  const hasOpenShell = shell === true && audit === undefined;
  const frame = { purpose, template, mounts, shell: hasOpenShell };
  return { ...frame, grader: grader === true, network: network !== undefined };
}
