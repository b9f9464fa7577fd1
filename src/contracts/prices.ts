import { z } from 'zod';

const usdPerMillion = z.number().nonnegative();

/** The prices of one model's tokens, in US dollars per million. */
export const ModelPrice = z.strictObject({
  model: z
    .string()
    .min(1)
    .describe("The provider's name for the model. It includes snapshots: the same name followed by a date."),
  aliases: z.array(z.string().min(1)).default([]).describe('Other names of the same model.'),
  input: usdPerMillion.describe('Price of input without a cache.'),
  output: usdPerMillion.describe('Price of output, including reasoning.'),
  cacheRead: usdPerMillion.nullable().default(null).describe('null: not known.'),
  cacheWrite: usdPerMillion.nullable().default(null).describe('null: not known.'),
  upToInputTokens: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('The price of a longer request is not known; null: the price is the same for any length.'),
  source: z.string().min(1).describe('Where the prices were read.'),
  date: z.iso.date().describe('When the prices were read.'),
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/**
 * `prices.yaml`: if a model has several entries, the first one applies. Without an entry its cost is unknown.
 */
export const Prices = z.strictObject({ models: z.array(ModelPrice) });
export type Prices = z.infer<typeof Prices>;
