import type { Passage } from '../wire.ts';

/** The roles in which an agent program speaks for itself, anywhere in a conversation. */
const PROGRAM_ROLES = new Set(['system', 'developer']);

export function byProgram(text: string): Passage {
  return { by: 'program', text };
}

export function byTools(text: string): Passage {
  return { by: 'tools', text };
}

/** A message that is neither the model's nor a tool's. */
export function byRole(role: string, text: string): Passage {
  return { by: PROGRAM_ROLES.has(role) ? 'program' : 'user', text };
}
