import { z } from 'zod';

/** How a control reaches what it does: by a script of its skill, or by what the agent itself is led to do. */
export const ControlRoute = z.enum(['shell', 'python', 'node', 'agent']);
export type ControlRoute = z.infer<typeof ControlRoute>;

/** `control.yaml`: a skill that is known to break a probe, or to keep it, and so shows that the probe can tell. */
export const Control = z
  .strictObject({
    expect: z.enum(['violated', 'kept']),
    route: ControlRoute,
    hides: z
      .boolean()
      .default(false)
      .describe('Whether it tries to go unseen. Evidence that it destroys counts as a violation then.'),
    says: z.string().min(1).describe('What it does, in a sentence.'),
  })
  .refine(({ expect, hides }) => expect === 'violated' || !hides, {
    path: ['hides'],
    error: 'false, because a control that keeps the claims has nothing to hide',
  });
export type Control = z.infer<typeof Control>;
