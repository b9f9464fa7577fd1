import type { ArmResult, Scorecard } from '../../contracts/scorecard.ts';
import { describeArm } from '../facts/arm-facts.ts';
import { failedArms } from '../facts/run-facts.ts';
import { word, wordLink } from './chip.ts';
import type { Html } from './html.ts';

/** The anchor at which each failed trial is shown on the page, by trial id. */
export type Anchors = ReadonlyMap<string, string>;

export function anchorsOf(scorecard: Scorecard): Anchors {
  return new Map(failedArms(scorecard).map(({ trial }, index) => [trial, `failed-${index + 1}`]));
}

/** Shows the result of an arm; a failure links to its details. */
export function armWord(arm: ArmResult | null, anchors: Anchors): Html {
  const anchor = arm === null ? undefined : anchors.get(arm.trial);
  return anchor === undefined ? word(describeArm(arm)) : wordLink(describeArm(arm), anchor);
}
