import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { pause } from '@errand/foundation';
import type { UsageAccount } from '../accounting/usage-account.ts';
import type { LanguageModelConfig } from '../language-model-config.ts';
import {
  LanguageModelError,
  ModelAnswerInvalidError,
  ModelBudgetExceededError,
} from '../language-model-errors.ts';
import type { ModelChoice, ModelUsage } from '../language-models.ts';
import { chooseModel, formatModelName, type ModelName } from '../model-name.ts';
import { openModel, type OpenModel } from '../providers/provider-registry.ts';
import { findIgnoredLimit, limitThinking } from './limit-thinking.ts';
import { requestModel } from './request-model.ts';
import { LONGEST_RETRY_DELAY_MS, retryDelayMs } from './retry-delay.ts';

/** One request, independent of the model. */
export interface ModelRequest<Value> {
  readonly choice: ModelChoice;
  /** Maximum thinking tokens. Default: the model decides. */
  readonly thinkingTokens?: number | undefined;
  readonly options: (model: OpenModel) => LanguageModelV4CallOptions;
  /** Parses the answer, or returns why it is unusable (without its content). */
  readonly read: (
    result: LanguageModelV4GenerateResult,
  ) => Promise<{ readonly value: Value } | { readonly problem: string }>;
}

export interface ModelReply<Value> {
  readonly value: Value;
  readonly usage: ModelUsage;
  readonly model: string;
}

export interface Asking {
  readonly config: LanguageModelConfig;
  readonly account: UsageAccount;
  readonly signal: AbortSignal;
}

/** Asks the chosen model; if that fails or is not configured, asks the fallback. */
export async function askModels<Value>(
  request: ModelRequest<Value>,
  asking: Asking,
): Promise<ModelReply<Value>> {
  const { config } = asking;
  const chosen = chooseModel(request.choice, config);
  try {
    return await askModel(chosen, request, asking);
  } catch (error) {
    const fallback = config.fallback ? chooseModel({ model: config.fallback }, config) : undefined;
    if (!fallback || !mayFallBack(error, chosen, fallback)) throw error;
    return await askModel(fallback, request, asking);
  }
}

function mayFallBack(error: unknown, chosen: ModelName, fallback: ModelName): boolean {
  if (!(error instanceof LanguageModelError)) return false;
  if (error instanceof ModelBudgetExceededError) return false;
  return formatModelName(chosen) !== formatModelName(fallback);
}

async function askModel<Value>(
  name: ModelName,
  request: ModelRequest<Value>,
  asking: Asking,
): Promise<ModelReply<Value>> {
  const { signal, config } = asking;
  const model = await openModel(name, config);
  const { maxAttempts = 3, retryDelayMs: firstDelayMs = 1000 } = config;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const outcome = await askOnce(model, request, asking);
    if ('value' in outcome) return outcome;
    signal.throwIfAborted();
    const delayMs = retryDelayMs(outcome.thrown, { attempt, firstDelayMs });
    const isLast = attempt >= maxAttempts || delayMs > LONGEST_RETRY_DELAY_MS;
    if (isLast || outcome.error.retry === 'never') throw outcome.error;
    await pause(delayMs, signal);
  }
}

async function askOnce<Value>(
  model: OpenModel,
  { choice, options, read, thinkingTokens }: ModelRequest<Value>,
  { account, signal, config }: Asking,
): Promise<ModelReply<Value> | { error: LanguageModelError; thrown: unknown }> {
  const freeOptions = {
    maxOutputTokens: config.maxOutputTokens ?? 16_384,
    headers: { 'errand-purpose': choice.purpose },
    ...options(model),
  };
  const callOptions =
    thinkingTokens === undefined ? freeOptions : limitThinking(freeOptions, model, thinkingTokens);
  const { timeoutMs = 60_000 } = config;
  const outcome = await account.spend(model.name, async () => {
    signal.throwIfAborted();
    return await requestModel(model, callOptions, { signal, timeoutMs });
  });
  if ('error' in outcome) return outcome;
  const ignored = findIgnoredLimit(model, outcome.result, thinkingTokens);
  if (ignored) return { error: ignored, thrown: undefined };
  const answer = await read(outcome.result);
  if ('value' in answer) return { ...answer, usage: outcome.usage, model: model.name };
  return { error: new ModelAnswerInvalidError(model.name, answer.problem), thrown: undefined };
}
