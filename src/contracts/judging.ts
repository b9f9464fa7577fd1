import { z } from 'zod';
import { Sha256 } from './identifiers.ts';
import { ProviderId } from './providers.ts';
import { Usage } from './transcript.ts';

/** The model that judges what exact graders cannot decide. */
export const JudgeSetup = z.strictObject({
  provider: ProviderId,
  model: z.string().min(1),
  simulated: z.boolean().describe('True: a script judged, and its verdicts say nothing about the work.'),
});
export type JudgeSetup = z.infer<typeof JudgeSetup>;

export const VoteVerdict = z.enum(['met', 'not-met', 'cannot-tell']);
export type VoteVerdict = z.infer<typeof VoteVerdict>;

/** What a judge has to answer. Criteria have the numbers that they have in its question. */
export const JudgeAnswer = z.strictObject({
  verdicts: z.array(
    z.strictObject({
      criterion: z.int().positive(),
      verdict: VoteVerdict,
      quote: z.string().nullable().default(''),
    }),
  ),
});

export const Vote = z.strictObject({
  verdict: VoteVerdict.nullable().describe('null: the answer said nothing that can be used.'),
  quote: z.string().describe('The words of the work that show it, cut short if they are long.'),
  isFound: z
    .boolean()
    .nullable()
    .describe('Whether the quote stands in what the agent made; null if nothing was quoted.'),
});
export type Vote = z.infer<typeof Vote>;

/** How a model judged the criteria of one rubric. Votes are in the order of `asked`. */
export const Judging = z.strictObject({
  title: z.string(),
  judge: JudgeSetup,
  asked: z.array(
    z.strictObject({
      prompt: Sha256.describe('Digest of the system prompt and the prompt, with a NUL between them.'),
      usage: Usage,
      problem: z.string().nullable().describe('Why the answer cannot be used; null if it can.'),
    }),
  ),
  criteria: z.array(
    z.strictObject({
      criterion: z.string(),
      mustNotHold: z
        .boolean()
        .default(false)
        .describe('True: it is met if most votes say that the claim does not hold.'),
      isMet: z.boolean(),
      votes: z.array(Vote),
    }),
  ),
});
export type Judging = z.infer<typeof Judging>;
