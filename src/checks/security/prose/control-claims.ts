import { AGENT_MEMORY, AGENT_SETTINGS, FALSE_ALARM, PRIVILEGE, SAFETY_DISABLED } from '../rules/control.ts';
import type { Claim } from './claim.ts';

/** Sentences that change what lasts and what protects. */
export const CONTROL_CLAIMS: readonly Claim[] = [
  {
    rule: AGENT_MEMORY,
    severity: 'low',
    slots: ['store', 'memoryPath'],
    gap: 8,
    because: 'Every later session reads it. Ordinary where the user asked for it.',
  },
  {
    rule: AGENT_SETTINGS,
    severity: 'medium',
    slots: ['store', 'agentPolicy'],
    gap: 5,
    because: 'The agent loosens its own rules.',
  },
  {
    rule: AGENT_SETTINGS,
    severity: 'low',
    slots: ['store', 'settingsPath'],
    gap: 8,
    because: 'The same for what the agent may do.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'medium',
    slots: ['tell|send', 'verdict', 'regardless'],
    gap: 8,
    anyOrder: true,
    unquoted: true,
    because: 'The result of a check is settled before it ran.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'medium',
    slots: ['disable', 'control'],
    gap: 4,
    unquoted: true,
    because: 'A control is in the way of the skill.',
  },
  {
    rule: SAFETY_DISABLED,
    severity: 'high',
    slots: ['disable|store', 'control'],
    gap: 6,
    needs: ['permissive'],
    because: 'Limits are called too strict and replaced by none.',
  },
  {
    rule: PRIVILEGE,
    severity: 'medium',
    slots: ['plant', 'adminGrant'],
    gap: 8,
    because: 'Rights over everything are given out.',
  },
  {
    rule: FALSE_ALARM,
    severity: 'medium',
    slots: ['urgent', 'update', 'threatens'],
    gap: 20,
    anyOrder: true,
    because: 'A deadline with a threat.',
  },
];
