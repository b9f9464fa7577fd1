import type { ModelPrice } from '../../contracts/prices.ts';

/** Matches the dates of providers' snapshots: `-20250929` or `-2025-09-29`. */
const DATE = /^-(\d{8}|\d{4}-\d{2}-\d{2})$/;

/**
 * The first price for this model: under its exact name, or under the name of which it is a dated snapshot.
 */
export function priceOf(model: string, prices: readonly ModelPrice[]): ModelPrice | null {
  return prices.find((price) => isPriceOf(price, model)) ?? null;
}

function isPriceOf(price: ModelPrice, model: string): boolean {
  return [price.model, ...price.aliases].some(
    (name) => model === name || (model.startsWith(name) && DATE.test(model.slice(name.length))),
  );
}
