import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadRunnerConfig } from '../testing/load-runner-config.ts';

const required = { CONTROL_PLANE_URL: 'http://127.0.0.1:8080', WORKER_TOKEN: 'w'.repeat(32) };
const load = (settings: Record<string, string>) =>
  loadRunnerConfig({ ...required, ...settings }).models;

test('has no models without a provider', () => {
  expect(load({ LLM_MODEL: 'gpt-5' })).toBeUndefined();
});

test('reads every setting of the models', () => {
  const models = load({
    GEMINI_API_KEY: 'g',
    OPENAI_API_KEY: 'o',
    OPENAI_BASE_URL: 'https://proxy.example/v1',
    OPENAI_API: 'chat',
    ANTHROPIC_API_KEY: 'a',
    OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1',
    LLM_PROVIDER: 'openai',
    LLM_MODEL: 'gpt-4.1',
    LLM_FALLBACK: 'anthropic/claude-haiku-4-5',
    LLM_BUDGET_USD: '0.5',
    LLM_BUDGET_TOKENS: '1000',
    LLM_PRICES: '{"openai/gpt-x": {"input_usd": 1, "output_usd": 4}}',
    LLM_TIMEOUT_SECONDS: '5',
    LLM_MAX_ATTEMPTS: '2',
    LLM_MAX_OUTPUT_TOKENS: '512',
    LLM_KEEP_PROMPTS: 'true',
  });
  expect(models).toEqual({
    gemini: { apiKey: 'g', baseUrl: undefined },
    openai: { apiKey: 'o', baseUrl: 'https://proxy.example/v1', api: 'chat' },
    anthropic: { apiKey: 'a', baseUrl: undefined },
    openaiCompatible: { baseUrl: 'http://127.0.0.1:11434/v1', apiKey: undefined },
    provider: 'openai',
    model: 'gpt-4.1',
    fallback: 'anthropic/claude-haiku-4-5',
    budgetUsd: 0.5,
    budgetTokens: 1000,
    prices: { 'openai/gpt-x': { inputUsd: 1, outputUsd: 4 } },
    timeoutMs: 5000,
    maxAttempts: 2,
    maxOutputTokens: 512,
    keepsPrompts: true,
  });
});

test.each([
  [
    { LLM_FALLBACK: 'gpt-5' },
    'LLM_FALLBACK: "gpt-5" is not provider/model, such as openai/gpt-5-mini.',
  ],
  [{ LLM_FALLBACK: 'nobody/gpt-5' }, 'LLM_FALLBACK: "nobody/gpt-5" is not provider/model'],
  [{ LLM_PRICES: '{"gpt-5": {}}' }, 'LLM_PRICES: Write JSON like'],
  [{ LLM_PRICES: 'free' }, 'LLM_PRICES: Write JSON like'],
  [{ LLM_PRICES_FILE: '/nowhere.json' }, 'The file "/nowhere.json" cannot be read (ENOENT).'],
  [
    { LLM_PRICES: '{"a/b": {"input_usd": 1, "output_usd": 1, "long": {"input_usd": 1}}}' },
    'LLM_PRICES: Write JSON like',
  ],
  [
    { OPENAI_BASE_URL: 'https://u:p@proxy.example/v1' },
    'OPENAI_BASE_URL: Leave out user, password',
  ],
  [{ GEMINI_BASE_URL: 'https://proxy.example/v1?key=k' }, 'GEMINI_BASE_URL: Leave out user'],
  [
    { GEMINI_API_KEY: 'g', LLM_MODEL: 'gemini-new', LLM_BUDGET_USD: '1' },
    'LLM_BUDGET_USD: The price of "gemini/gemini-new" is not known, so it would never be called',
  ],
  [
    { GEMINI_API_KEY: 'g', OPENAI_API_KEY: 'o', LLM_FALLBACK: 'openai/new', LLM_BUDGET_USD: '1' },
    'LLM_BUDGET_USD: The price of "openai/new" is not known',
  ],
  [{ LLM_PROVIDER: 'bedrock' }, 'LLM_PROVIDER must be gemini, openai, '],
  [{ LLM_BUDGET_USD: '-1' }, 'LLM_BUDGET_USD must be at least 0'],
])('refuses %j', (settings, message) => {
  expect(() => load(settings as Record<string, string>)).toThrow(message);
});

test('reads prices from a file, and lets the setting override individual ones', async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'errand-prices-'));
  const path = join(directory.path, 'prices.json');
  const long = { above_tokens: 1000, input_usd: 4, output_usd: 8 };
  await writeFile(
    path,
    JSON.stringify({
      'gemini/new': { input_usd: 2, output_usd: 4, long },
      'gemini/other': { input_usd: 5, output_usd: 5 },
    }),
  );
  const models = load({
    GEMINI_API_KEY: 'g',
    LLM_MODEL: 'new',
    LLM_BUDGET_USD: '1',
    LLM_PRICES_FILE: path,
    LLM_PRICES: '{"gemini/other": {"input_usd": 1, "output_usd": 1}}',
  });
  expect(models?.prices).toEqual({
    'gemini/new': {
      inputUsd: 2,
      outputUsd: 4,
      long: { aboveTokens: 1000, inputUsd: 4, outputUsd: 8 },
    },
    'gemini/other': { inputUsd: 1, outputUsd: 1 },
  });
});
