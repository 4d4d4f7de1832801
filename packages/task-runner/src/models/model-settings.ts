import {
  findUnpricedModels,
  type LanguageModelConfig,
  readModelName,
} from '@errand/language-models';
import { z } from 'zod';
import { readPriceFile, readPrices } from './model-prices.ts';

/** Base URLs must not contain credentials: keys have their own settings. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => isBare(new URL(text)), {
    error: 'Leave out user, password, query and fragment: the key has its own setting.',
  })
  .optional();
/** Settings for language models. Without any key, steps that ask a model fail. */
export const modelSettings = {
  GEMINI_API_KEY: z.string().min(1).optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  ANTHROPIC_API_KEY: z.string().min(1).optional(),
  /**
   * Base URL, with version, of a server that implements OpenAI's chat completions:
   * http://127.0.0.1:11434/v1.
   */
  OPENAI_COMPATIBLE_BASE_URL: baseUrl,
  /** API key of that server, if it needs one. */
  OPENAI_COMPATIBLE_API_KEY: z.string().min(1).optional(),
  /**
   * Base URLs, with version, of proxies that replace the providers' own:
   * https://proxy.example/v1beta.
   */
  GEMINI_BASE_URL: baseUrl,
  OPENAI_BASE_URL: baseUrl,
  ANTHROPIC_BASE_URL: baseUrl,
  /** Which of OpenAI's two APIs to use. */
  OPENAI_API: z.enum(['responses', 'chat']).default('responses'),
  /** Provider for steps that name none. */
  LLM_PROVIDER: z.enum(['gemini', 'openai', 'anthropic', 'openai-compatible']).default('gemini'),
  /**
   * Model for steps that name none, alone or as provider/model. Default: gemini-2.5-flash, or the
   * default of LLM_PROVIDER.
   */
  LLM_MODEL: z.string().min(1).optional(),
  /** Fallback `provider/model` when the first one fails or has no key. Default: none. */
  LLM_FALLBACK: z.string().superRefine(checkModelName).optional(),
  /**
   * Maximum cost of one task's model calls in US dollars, across all attempts. Default: no limit.
   */
  LLM_BUDGET_USD: z.coerce.number().min(0).optional(),
  /** Maximum tokens of one task, input plus output. Default: no limit. */
  LLM_BUDGET_TOKENS: z.coerce.number().int().min(0).optional(),
  /**
   * Prices in US dollars per million tokens, as JSON: {"openai/gpt-x": {"input_usd": 1,
   * "output_usd": 4}}. An entry may have `"long": {"above_tokens": 200000, "input_usd": 2,
   * "output_usd": 6}` for requests with more input. These prices override LLM_PRICES_FILE, which
   * overrides the built-in list (its date is in the README of language-models).
   */
  LLM_PRICES: z.string().transform(readPrices).optional(),
  /** File with the same JSON, read at startup. */
  LLM_PRICES_FILE: z.string().min(1).transform(readPriceFile).optional(),
  /** Deadline of one model request, in seconds. */
  LLM_TIMEOUT_SECONDS: z.coerce.number().min(1).max(600).default(60),
  /** Maximum requests to one model for one question; only transient failures are retried. */
  LLM_MAX_ATTEMPTS: z.coerce.number().int().min(1).max(10).default(3),
  /** Maximum output tokens of a response, including thinking. */
  LLM_MAX_OUTPUT_TOKENS: z.coerce.number().int().min(256).max(1_000_000).default(16_384),
  /** Stores prompts and responses as a file of the task (evidence), with secrets redacted. */
  LLM_KEEP_PROMPTS: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
};

type ModelSettings = z.output<z.ZodObject<typeof modelSettings>>;

export interface ModelConfig extends LanguageModelConfig {
  readonly keepsPrompts: boolean;
}

/** Returns undefined when no provider is configured. */
export function readModelConfig(settings: ModelSettings): ModelConfig | undefined {
  const gemini = accessTo(settings.GEMINI_API_KEY, settings.GEMINI_BASE_URL);
  const openai = accessTo(settings.OPENAI_API_KEY, settings.OPENAI_BASE_URL);
  const anthropic = accessTo(settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL);
  const { OPENAI_COMPATIBLE_BASE_URL: url, OPENAI_COMPATIBLE_API_KEY: apiKey } = settings;
  const openaiCompatible = url === undefined ? undefined : { baseUrl: url, apiKey };
  if (!gemini && !openai && !anthropic && !openaiCompatible) return undefined;
  return {
    gemini,
    openai: openai && { ...openai, api: settings.OPENAI_API },
    anthropic,
    openaiCompatible,
    provider: settings.LLM_PROVIDER,
    model: settings.LLM_MODEL,
    fallback: settings.LLM_FALLBACK,
    budgetUsd: settings.LLM_BUDGET_USD,
    budgetTokens: settings.LLM_BUDGET_TOKENS,
    prices: { ...settings.LLM_PRICES_FILE, ...settings.LLM_PRICES },
    timeoutMs: settings.LLM_TIMEOUT_SECONDS * 1000,
    maxAttempts: settings.LLM_MAX_ATTEMPTS,
    maxOutputTokens: settings.LLM_MAX_OUTPUT_TOKENS,
    keepsPrompts: settings.LLM_KEEP_PROMPTS,
  };
}

/**
 * A dollar budget rules out models without a known price, so a default model without one is a
 * configuration error.
 */
export function checkPrices(settings: ModelSettings, context: z.RefinementCtx): void {
  const config = readModelConfig(settings);
  if (config?.budgetUsd === undefined) return;
  for (const model of findUnpricedModels(config)) {
    const message = `The price of "${model}" is not known, so it would never be called: set it in LLM_PRICES or LLM_PRICES_FILE, or set LLM_BUDGET_TOKENS instead.`;
    context.addIssue({ code: 'custom', path: ['LLM_BUDGET_USD'], message });
  }
}

function isBare({ username, password, search, hash }: URL): boolean {
  return [username, password, search, hash].every((part) => part === '');
}

function accessTo(apiKey: string | undefined, url: string | undefined) {
  return apiKey === undefined ? undefined : { apiKey, baseUrl: url };
}

function checkModelName(name: string, context: z.RefinementCtx): void {
  if (readModelName(name)) return;
  const message = `"${name}" is not provider/model, such as openai/gpt-5-mini.`;
  context.addIssue({ code: 'custom', message });
}
