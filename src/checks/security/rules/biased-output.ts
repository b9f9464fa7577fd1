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
      because: 'Presents content that somebody wants placed as an independent judgement.',
    },
    {
      severity: 'medium',
      slots: ['recommend|advise', 'referralUrl'],
      gap: 12,
      because: 'Recommends through a referral link, for which somebody is paid.',
    },
    {
      severity: 'medium',
      slots: ['recommend', 'regardless'],
      gap: 14,
      anyOrder: true,
      unless: ['user'],
      because: 'Fixes the recommendation in advance, whatever the question is.',
    },
    {
      severity: 'high',
      slots: ['store|plant', 'lure', 'placeIn'],
      gap: 14,
      anyOrder: true,
      needs: ['strangerUrl|dropUrl'],
      because: 'Puts a promotion or login lure with an unrelated link into what the agent produces.',
    },
    {
      severity: 'medium',
      slots: ['store|plant', 'strangerUrl|dropUrl', 'every', 'placeIn'],
      gap: 16,
      anyOrder: true,
      because: 'Puts an unrelated link into everything that the agent produces.',
    },
    {
      severity: 'high',
      slots: ['strangerUrl|dropUrl', 'hide', 'linkWord'],
      gap: 14,
      anyOrder: true,
      because: 'Hides a link to a third party, which benefits somebody other than the user.',
    },
  ],
});
