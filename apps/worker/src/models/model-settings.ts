import {
  findUnpricedModels,
  type LanguageModelConfig,
  readModelName,
} from '@errand/language-models';
import { z } from 'zod';
import { readPriceFile, readPrices } from './model-prices.ts';

/** Messages name models and not addresses, but what stands in one is no place for a key. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => isBare(new URL(text)), {
    error: 'Leave out user, password, query and fragment: the key has a setting of its own.',
  })
  .optional();
/** What a worker needs to know to ask language models. Without any key steps that ask one fail. */
export const modelSettings = {
  GEMINI_API_KEY: z.string().min(1).optional(),
  OPENAI_API_KEY: z.string().min(1).optional(),
  ANTHROPIC_API_KEY: z.string().min(1).optional(),
  /** Where a server answers that speaks OpenAI's chat completions, with the version: http://127.0.0.1:11434/v1. */
  OPENAI_COMPATIBLE_BASE_URL: baseUrl,
  /** Its key, if it wants one. */
  OPENAI_COMPATIBLE_API_KEY: z.string().min(1).optional(),
  /** Instead of the providers' own addresses, for proxies. With the version: https://proxy.example/v1beta. */
  GEMINI_BASE_URL: baseUrl,
  OPENAI_BASE_URL: baseUrl,
  ANTHROPIC_BASE_URL: baseUrl,
  /** Which of OpenAI's two interfaces is used. */
  OPENAI_API: z.enum(['responses', 'chat']).default('responses'),
  /** Asked when a step names no provider. */
  LLM_PROVIDER: z.enum(['gemini', 'openai', 'anthropic', 'openai-compatible']).default('gemini'),
  /** Asked when a step names no model, alone or as provider/model. Default: gemini-2.5-flash, or the default of LLM_PROVIDER. */
  LLM_MODEL: z.string().min(1).optional(),
  /** `provider/model` that is asked when the first one fails or has no key. Default: none. */
  LLM_FALLBACK: z.string().superRefine(checkModelName).optional(),
  /** Most that one task may spend on models, in US dollars, all attempts together. Default: no limit. */
  LLM_BUDGET_USD: z.coerce.number().min(0).optional(),
  /** Most tokens, in and out together, that one task may use. Default: no limit. */
  LLM_BUDGET_TOKENS: z.coerce.number().int().min(0).optional(),
  /**
   * Prices in US dollars per million tokens, as JSON: {"openai/gpt-x": {"input_usd": 1, "output_usd": 4}}. An entry may have
   * `"long": {"above_tokens": 200000, "input_usd": 2, "output_usd": 6}` for requests with more input. They go before those of
   * LLM_PRICES_FILE, and those before the built-in list, whose date the README of language-models tells.
   */
  LLM_PRICES: z.string().transform(readPrices).optional(),
  /** A file with the same JSON, read at start. */
  LLM_PRICES_FILE: z.string().min(1).transform(readPriceFile).optional(),
  /** For one request to a model, in seconds. */
  LLM_TIMEOUT_SECONDS: z.coerce.number().min(1).max(600).default(60),
  /** Requests for one question to one model; more only after failures that may pass. */
  LLM_MAX_ATTEMPTS: z.coerce.number().int().min(1).max(10).default(3),
  /** Longest answer in tokens, thoughts included. */
  LLM_MAX_OUTPUT_TOKENS: z.coerce.number().int().min(256).max(1_000_000).default(16_384),
  /** Keeps what models were asked and answered as a file of the task (evidence), secrets taken out. */
  LLM_KEEP_PROMPTS: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false),
};

type ModelSettings = z.output<z.ZodObject<typeof modelSettings>>;

export interface ModelConfig extends LanguageModelConfig {
  readonly keepsPrompts: boolean;
}

/** Undefined when no provider is configured. */
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

/** With a budget in dollars a model without a price is never asked, so one that steps ask by default is a mistake. */
export function checkPrices(settings: ModelSettings, context: z.RefinementCtx): void {
  const config = readModelConfig(settings);
  if (config?.budgetUsd === undefined) return;
  for (const model of findUnpricedModels(config)) {
    const message = `The price of "${model}" is not known, so it would never be asked: give it in LLM_PRICES or LLM_PRICES_FILE, or set LLM_BUDGET_TOKENS instead.`;
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
  const message = `"${name}" is no provider/model, such as openai/gpt-5-mini.`;
  context.addIssue({ code: 'custom', message });
}
