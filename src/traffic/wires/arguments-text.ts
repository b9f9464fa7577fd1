import type { ModelAnswer } from '../wire.ts';

/** The arguments of a call as JSON, which lacks its end if the answer is malformed. */
export function argumentsText({ isMalformed }: Pick<ModelAnswer, 'isMalformed'>, input: object): string {
  const text = JSON.stringify(input);
  return isMalformed === true ? text.slice(0, -1) : text;
}
