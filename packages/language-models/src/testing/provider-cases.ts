import type { ModelServer } from '@errand/test-kit/model-server';
import type { LanguageModelConfig } from '../language-model-config.ts';
import type { Question, Tool } from '../language-models.ts';

type Access = ModelServer['access'];

export interface ProviderCase {
  readonly model: string;
  readonly config: (access: Access) => LanguageModelConfig;
}

const quick = { retryDelayMs: 5, timeoutMs: 10_000 };

/** Every way to reach a provider. */
export const providers: Record<string, ProviderCase> = {
  gemini: {
    model: 'gemini/gemini-2.5-flash',
    config: ({ gemini }) => ({ ...quick, gemini }),
  },
  'openai (responses)': {
    model: 'openai/gpt-5-mini',
    config: ({ openai }) => ({ ...quick, openai }),
  },
  'openai (chat)': {
    model: 'openai/gpt-4.1-mini',
    config: ({ openai }) => ({ ...quick, openai: { ...openai, api: 'chat' } }),
  },
  anthropic: {
    model: 'anthropic/claude-sonnet-4-5',
    config: ({ anthropic }) => ({ ...quick, anthropic }),
  },
  'openai-compatible': {
    model: 'openai-compatible/meta-llama/Llama-4',
    config: ({ openaiCompatible }) => ({ ...quick, openaiCompatible }),
  },
};

export const invoice: Question = {
  purpose: 'extraction',
  instructions: 'Read the invoice.',
  parts: [{ type: 'text', text: 'Invoice 7, total 12.50' }],
  schema: {
    type: 'object',
    properties: {
      'Auth Nbr': { type: ['string', 'null'] },
      total: { type: ['number', 'null'] },
      lines: {
        type: ['array', 'null'],
        items: {
          type: 'object',
          properties: { amount: { type: ['integer', 'null'] } },
          required: ['amount'],
          additionalProperties: false,
        },
      },
    },
    required: ['Auth Nbr', 'total', 'lines'],
    additionalProperties: false,
  },
};

export const click: Tool = {
  name: 'click',
  description: 'Clicks an element.',
  schema: {
    type: 'object',
    properties: { index: { type: 'integer' } },
    required: ['index'],
    additionalProperties: false,
  },
};
