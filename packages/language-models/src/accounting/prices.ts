import type { PriceTable, Price } from '../language-model-config.ts';

/**
 * Date of the built-in list. Providers change their prices: `LLM_PRICES` and `LLM_PRICES_FILE`
 * override entries.
 */
export const PRICES_AS_OF = '2025-12-01';

/** Cached input counts at the full price, so the cost is never below the bill. */
const listPrices: PriceTable = {
  'gemini/gemini-2.5-flash': { inputUsd: 0.3, outputUsd: 2.5 },
  'gemini/gemini-2.5-flash-lite': { inputUsd: 0.1, outputUsd: 0.4 },
  'gemini/gemini-2.5-pro': {
    inputUsd: 1.25,
    outputUsd: 10,
    long: { aboveTokens: 200_000, inputUsd: 2.5, outputUsd: 15 },
  },
  'openai/gpt-4o': { inputUsd: 2.5, outputUsd: 10 },
  'openai/gpt-4o-mini': { inputUsd: 0.15, outputUsd: 0.6 },
  'openai/gpt-4.1': { inputUsd: 2, outputUsd: 8 },
  'openai/gpt-4.1-mini': { inputUsd: 0.4, outputUsd: 1.6 },
  'openai/gpt-5': { inputUsd: 1.25, outputUsd: 10 },
  'openai/gpt-5-mini': { inputUsd: 0.25, outputUsd: 2 },
  'anthropic/claude-haiku-4-5': { inputUsd: 1, outputUsd: 5 },
  'anthropic/claude-haiku-4-5-20251001': { inputUsd: 1, outputUsd: 5 },
  'anthropic/claude-sonnet-4-5': { inputUsd: 3, outputUsd: 15 },
  'anthropic/claude-opus-4-5': { inputUsd: 5, outputUsd: 25 },
};

/** Returns the built-in list with the overrides of a configuration. */
export function priceTableOf({ prices }: { readonly prices?: PriceTable | undefined }): PriceTable {
  return { ...listPrices, ...prices };
}

/** Returns US dollars, or null if the price is unknown. */
export function costOf(
  price: Price | undefined,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  if (!price) return null;
  const { inputUsd, outputUsd } =
    price.long && inputTokens > price.long.aboveTokens ? price.long : price;
  return (inputTokens * inputUsd + outputTokens * outputUsd) / 1_000_000;
}
