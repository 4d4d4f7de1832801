import { readFileSync } from 'node:fs';
import type { PriceTable } from '@errand/language-models';
import { z } from 'zod';

const usdPerMillion = z.number().min(0);
const rates = { input_usd: usdPerMillion, output_usd: usdPerMillion };
const price = z.strictObject({
  ...rates,
  /** Rates for the whole request when its input exceeds `above_tokens`. */
  long: z.strictObject({ above_tokens: z.int().min(1), ...rates }).optional(),
});
const prices = z.record(z.string().regex(/^[\w-]+\/\S+$/, 'Name models as provider/model.'), price);

/** Parses a price table. Errors become issues of the setting. */
export function readPrices(text: string, context: z.RefinementCtx): PriceTable {
  const parsed = z.preprocess(parseJson, prices).safeParse(text);
  if (!parsed.success) {
    const message = `Write JSON like {"openai/gpt-x": {"input_usd": 1, "output_usd": 4}}. ${z.prettifyError(parsed.error)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const entries = Object.entries(parsed.data);
  return Object.fromEntries(entries.map(([model, entry]) => [model, toPrice(entry)]));
}

/** Parses a price table from a file, which is read once. */
export function readPriceFile(path: string, context: z.RefinementCtx): PriceTable {
  try {
    return readPrices(readFileSync(path, 'utf8'), context);
  } catch (error) {
    if (!Error.isError(error) || !('code' in error)) throw error;
    const message = `The file "${path}" cannot be read (${String(error.code)}).`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
}

function toPrice({ input_usd: inputUsd, output_usd: outputUsd, long }: z.output<typeof price>) {
  if (!long) return { inputUsd, outputUsd };
  const { above_tokens: aboveTokens, ...longer } = long;
  return {
    inputUsd,
    outputUsd,
    long: { aboveTokens, inputUsd: longer.input_usd, outputUsd: longer.output_usd },
  };
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined; // The schema refuses it.
  }
}
