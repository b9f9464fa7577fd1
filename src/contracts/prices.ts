import { z } from 'zod';

const usdPerMillion = z.number().nonnegative();

/** What one model's tokens cost, in US dollars per million. */
export const ModelPrice = z.strictObject({
  model: z
    .string()
    .min(1)
    .describe('As its provider names it. Holds for snapshots too: the same name and then a date.'),
  aliases: z.array(z.string().min(1)).default([]).describe('Other names of the same model.'),
  input: usdPerMillion.describe('What no cache took part in.'),
  output: usdPerMillion.describe('Reasoning included.'),
  cacheRead: usdPerMillion.nullable().default(null).describe('null: not known.'),
  cacheWrite: usdPerMillion.nullable().default(null).describe('null: not known.'),
  upToInputTokens: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('What a longer request costs is not known; null: the same.'),
  source: z.string().min(1).describe('Where it was read.'),
  date: z.iso.date().describe('When it was read.'),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** `prices.yaml`: of several entries for a model, the first holds. A model without one costs what nobody knows. */
export const Prices = z.strictObject({ models: z.array(ModelPrice) });
export type Prices = z.infer<typeof Prices>;
