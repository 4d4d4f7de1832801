export { findUnpricedModels } from './accounting/find-unpriced-models.ts';
export { PRICES_AS_OF } from './accounting/prices.ts';
export { createLanguageModels } from './create-language-models.ts';
export type { JsonSchema } from './json-schema.ts';
export { readModelName } from './model-name.ts';
export type { LanguageModelConfig, PriceTable } from './language-model-config.ts';
export {
  LanguageModelError,
  ModelAnswerInvalidError,
  ModelBudgetExceededError,
  ModelError,
  ModelTimeoutError,
  ModelUnavailableError,
} from './language-model-errors.ts';
export type {
  Answer,
  AssistantMessage,
  Conversation,
  LanguageModels,
  Message,
  ModelChoice,
  ModelTurn,
  ModelUsage,
  ModelUsageOfModel,
  ModelUsageRecord,
  Part,
  Question,
  Tool,
  ToolCall,
  ToolResult,
} from './language-models.ts';
