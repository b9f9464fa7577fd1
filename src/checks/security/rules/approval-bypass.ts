import { defineRule } from '../engine/security-rule.ts';

export const approvalBypass = defineRule({
  id: 'security/approval-bypass',
  title: 'Bypasses the approval of the user',
  severity: 'high',
  why: 'Approval is the last control before an action takes effect.',
  remedy: 'Ask for approval for each kind of action, or leave it to the settings of the user.',
  owasp: ['ASI03', 'ASI09'],
  claims: [
    {
      severity: 'high',
      slots: ['every', 'toolUse', 'approved'],
      gap: 6,
      unless: ['conditional'],
      because: 'Declares every tool call approved although nobody approved it.',
    },
    {
      severity: 'high',
      slots: ['consent|approved|answerYes', 'extends', 'later', 'toolUse'],
      gap: 8,
      because: 'Extends one approval to later actions that nobody approved.',
    },
    {
      severity: 'high',
      slots: ['treat', 'toolUse', 'approved|consent'],
      gap: 10,
      needs: ['later|whole'],
      because: 'Tells the agent to assume approval for all or later actions.',
    },
    {
      severity: 'high',
      slots: ['never', 'decline', 'toolUse|instruction|restraint'],
      gap: 4,
      unless: ['conditional'],
      because: 'Forbids the agent to refuse anything, so that it would do whatever it is told.',
    },
    {
      severity: 'low',
      slots: ['not|without', 'askFor', 'consent|user'],
      gap: 5,
      because:
        'Asks for fewer questions, which users often want; the severity depends on what the questions are about.',
    },
    {
      severity: 'low',
      slots: ['never|without', 'verifyWith', 'user'],
      gap: 4,
      because: 'Tells the agent not to verify with the user whether something is intended.',
    },
    {
      severity: 'high',
      slots: ['submission', 'approve', 'without', 'review'],
      gap: 14,
      because: 'Lets the person who submits a change have it approved without a review.',
    },
    {
      severity: 'high',
      slots: ['approve', 'submission', 'without', 'review'],
      gap: 8,
      because: 'Approves changes in advance, without a review.',
    },
    {
      severity: 'low',
      slots: ['user', 'agreedAlready'],
      gap: 3,
      unless: ['timing'],
      because: 'Claims that the user has already agreed; the severity depends on what it concerns.',
    },
    {
      severity: 'low',
      slots: ['noWord', 'consent'],
      gap: 1,
      because: 'States that no consent is needed; the severity depends on what it concerns.',
    },
    {
      severity: 'low',
      slots: ['without', 'askFor'],
      gap: 1,
      because: 'Tells the agent to act without asking; the severity depends on what it concerns.',
    },
    {
      severity: 'high',
      slots: ['user|treat', 'approved', 'every|later', 'toolUse'],
      gap: 5,
      unless: ['timing'],
      because: 'States an approval in the name of the user that only the user can give.',
    },
    {
      severity: 'info',
      slots: ['never', 'doubt', 'instruction|toolUse'],
      gap: 4,
      because: 'Forbids the agent to question instructions, without forbidding it to refuse.',
    },
    {
      severity: 'info',
      slots: ['not|without|disable', 'caution'],
      gap: 4,
      because: 'Suppresses warnings, which matters if it becomes a standing instruction.',
    },
    {
      severity: 'info',
      slots: ['treat', 'trust'],
      gap: 12,
      because:
        'Tells the agent to trust something unseen, which matters if it becomes a standing instruction.',
    },
    {
      severity: 'low',
      slots: ['noReview'],
      gap: 1,
      because: 'Asks that nobody review something; the severity depends on what.',
    },
    {
      severity: 'high',
      slots: ['standingApproval'],
      gap: 1,
      unless: ['conditional', 'guard', 'noWord', 'not'],
      because: 'Grants a standing approval for actions that nobody has seen yet.',
    },
    {
      severity: 'low',
      slots: ['without', 'consent'],
      gap: 2,
      because: 'Tells the agent to act without consent; the severity depends on what the consent was for.',
    },
  ],
});
