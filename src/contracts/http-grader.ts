import { z } from 'zod';
import { Pointer, title } from './grader-fields.ts';

const Headers = z.record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of a header'), z.string());

const HttpRequest = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/, 'a method, such as GET')
    .default('GET'),
  path: z.string().regex(/^\/[\x21-\x7e]*$/, 'a path, such as /orders?page=2, with other characters encoded'),
  headers: Headers.default({}),
  body: z.string().optional(),
  answer: z
    .strictObject({
      status: z.int().min(100).max(599).default(200),
      headers: Headers.default({}).describe(
        'Headers that the answer must have. What follows a semicolon need not be said.',
      ),
      contains: z.array(z.string().min(1)).default([]).describe('Texts that must all occur in the body.'),
      equalsJson: z.json().optional().describe('The value of the body, however it is written.'),
      ignore: z
        .array(Pointer)
        .default([])
        .describe('Places of the value that may hold anything or be missing, such as /id.'),
    })
    .prefault({}),
});
export type HttpRequest = z.infer<typeof HttpRequest>;

export const HttpGrader = z.strictObject({
  kind: z.literal('http'),
  title,
  start: z
    .string()
    .min(1)
    .describe(
      "Starts the server, by bash in a copy of the workspace and as the agent's user, and lasts as long as it does.",
    ),
  port: z.int().min(1).max(65_535).describe('Where the server listens.'),
  requests: z
    .array(HttpRequest)
    .min(1)
    .max(50)
    .describe('Sent one after the other, each on a connection of its own.'),
  startSeconds: z.number().positive().max(120).default(20).describe('The time until the server listens.'),
  answerSeconds: z.number().positive().max(60).default(10).describe('The time for each answer.'),
});
export type HttpGrader = z.infer<typeof HttpGrader>;
