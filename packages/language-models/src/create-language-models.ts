import { priceTableOf } from './accounting/prices.ts';
import { createUsageAccount } from './accounting/usage-account.ts';
import { toAnswerRequest } from './calls/answer-question.ts';
import { askModels } from './calls/ask-models.ts';
import { toTurnRequest } from './calls/converse.ts';
import type { LanguageModelConfig } from './language-model-config.ts';
import type { LanguageModels, ModelUsageOfModel } from './language-models.ts';

/**
 * Creates the models of one task. `spent` is the usage of its earlier attempts, which counts
 * against the budget and is included in the record.
 */
export function createLanguageModels(
  config: LanguageModelConfig,
  spent: readonly ModelUsageOfModel[] = [],
): LanguageModels {
  const { budgetUsd, budgetTokens } = config;
  const prices = priceTableOf(config);
  const account = createUsageAccount({ prices, budgetUsd, budgetTokens, spent });
  return {
    usage: account.usage,
    answer: (question, signal) => askModels(toAnswerRequest(question), { config, account, signal }),
    async converse(conversation, signal) {
      const reply = await askModels(toTurnRequest(conversation), { config, account, signal });
      return { ...reply.value, usage: reply.usage, model: reply.model };
    },
  };
}
