import type { LanguageModelConfig } from '../language-model-config.ts';
import { LanguageModelError } from '../language-model-errors.ts';
import { chooseModel, formatModelName } from '../model-name.ts';
import { findClient } from '../providers/provider-registry.ts';
import { priceTableOf } from './prices.ts';

/** Returns those default and fallback models whose price is unknown. */
export function findUnpricedModels(config: LanguageModelConfig): string[] {
  const prices = priceTableOf(config);
  const choices = [{}, ...(config.fallback === undefined ? [] : [{ model: config.fallback }])];
  return choices.flatMap((choice) => findOpenModel(choice, config)).filter((name) => !prices[name]);
}

/** Returns an empty list for a model that cannot be used at all. */
function findOpenModel(choice: { readonly model?: string }, config: LanguageModelConfig): string[] {
  try {
    const name = chooseModel(choice, config);
    findClient(name, config);
    return [formatModelName(name)];
  } catch (error) {
    if (error instanceof LanguageModelError) return [];
    throw error;
  }
}
