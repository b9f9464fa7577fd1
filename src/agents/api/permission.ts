import type { Permissions } from '../../contracts/agent-settings.ts';
import type { KnownTool } from '../../contracts/script.ts';

/** The answer to a call that is not carried out, as agent programs without a screen give it. */
const DENIED = 'Permission to use this tool has been denied. Nothing was done.';
const UNANSWERED = 'This call needs the approval of the user, and nobody gave it. Nothing was done.';

/** Agent programs let their models do this much without a question: read, and load a skill. */
const UNASKED: readonly string[] = ['read_file', 'skill'] satisfies KnownTool[];

/** Why a call is not carried out, in the words for the model; `null` if it may be. */
export function refusalOfCall(tool: string, permissions: Permissions): string | null {
  if (permissions === 'deny') return DENIED;
  return permissions === 'allow' || UNASKED.includes(tool) ? null : UNANSWERED;
}

export const PERMISSION_REFUSALS: readonly string[] = [DENIED, UNANSWERED];
