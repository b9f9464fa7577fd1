import { requestsUnder } from '../contracts/side-requests.ts';
import type { TranscriptGrader } from '../contracts/work-grader.ts';
import type { AgentWork, Grader, Judgement } from './grader.ts';

/** Judges how an agent worked, by the calls in the traffic between it and its model. A call that no answer contains shows no use. */
export const transcript: Grader<'transcript'> = {
  needsSandbox: false,
  needsSolution: false,
  isAboutWork: true,
  async grade(spec, { session: { work } }) {
    if (work === null) return judged(null, 'no agent has worked here');
    return judged(complaintAbout(spec, work), 'the agent worked as claimed');
  },
};

function complaintAbout(
  { used, unused, maxRequests }: TranscriptGrader,
  { asked, mentioned, requests }: AgentWork,
): string | null {
  const missing = used.find((tool) => !asked.has(tool));
  if (missing !== undefined) return `the tool ${missing} was not called`;
  const unwanted = unused.find((tool) => mentioned.has(tool));
  if (unwanted !== undefined) return `the tool ${unwanted} was called`;
  const counted = maxRequests === undefined ? 0 : requestsUnder(maxRequests, requests);
  return counted > (maxRequests ?? 0) ? `the agent sent ${counted} requests, over ${maxRequests}` : null;
}

function judged(complaint: string | null, otherwise: string): Judgement {
  const passed = complaint === null;
  return { passed, detail: complaint ?? otherwise, difference: null, whyBroken: () => null };
}
