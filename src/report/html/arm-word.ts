import type { ArmResult, Scorecard } from '../../contracts/scorecard.ts';
import { describeArm } from '../facts/arm-facts.ts';
import { failedArms } from '../facts/run-facts.ts';
import { word, wordLink } from './chip.ts';
import type { Html } from './html.ts';

/** Where on the page each failed trial is shown, by its id. */
export type Anchors = ReadonlyMap<string, string>;

export function anchorsOf(scorecard: Scorecard): Anchors {
  return new Map(failedArms(scorecard).map(({ trial }, index) => [trial, `failed-${index + 1}`]));
}

/** What an arm came to; a failure leads to what there is to see of it. */
export function armWord(arm: ArmResult | null, anchors: Anchors): Html {
  const anchor = arm === null ? undefined : anchors.get(arm.trial);
  return anchor === undefined ? word(describeArm(arm)) : wordLink(describeArm(arm), anchor);
}
