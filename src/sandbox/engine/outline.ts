import type { SandboxOutline, SandboxSpec } from '../sandbox.ts';

export function outlineOf({ purpose, mounts, shell, grader, audit, network }: SandboxSpec): SandboxOutline {
  const hasOpenShell = shell === true && audit === undefined;
  return { purpose, mounts, shell: hasOpenShell, grader: grader === true, network: network !== undefined };
}
