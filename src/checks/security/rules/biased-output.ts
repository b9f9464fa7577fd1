import { defineRule } from '../engine/security-rule.ts';

export const biasedOutput = defineRule({
  id: 'security/biased-output',
  title: 'Steers results for the benefit of somebody else',
  severity: 'medium',
  why: 'The user takes advertising for advice, or opens a planted link.',
  remedy: 'Say openly what is promoted and why, or leave it out.',
  owasp: ['ASI01', 'ASI09'],
  claims: [
    {
      severity: 'medium',
      slots: ['tell|send|display|recommend', 'asIndependent'],
      gap: 6,
      because: 'What somebody wants said is passed off as a judgement.',
    },
    {
      severity: 'medium',
      slots: ['recommend|advise', 'referralUrl'],
      gap: 12,
      because: 'Somebody is paid for the advice.',
    },
    {
      severity: 'medium',
      slots: ['recommend', 'regardless'],
      gap: 14,
      anyOrder: true,
      unless: ['user'],
      because: 'The answer is settled before the question.',
    },
    {
      severity: 'high',
      slots: ['store|plant', 'lure', 'placeIn'],
      gap: 14,
      anyOrder: true,
      needs: ['strangerUrl|dropUrl'],
      because: 'Every result carries a link for somebody else’s benefit.',
    },
    {
      severity: 'medium',
      slots: ['store|plant', 'strangerUrl|dropUrl', 'every', 'placeIn'],
      gap: 16,
      anyOrder: true,
      because: 'The same with an ordinary link.',
    },
    {
      severity: 'high',
      slots: ['strangerUrl|dropUrl', 'hide', 'linkWord'],
      gap: 14,
      anyOrder: true,
      because: 'A link that nobody is to see serves somebody else.',
    },
  ],
});
