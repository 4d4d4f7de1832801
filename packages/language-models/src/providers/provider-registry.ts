import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { LanguageModelConfig } from '../language-model-config.ts';
import { ModelUnavailableError } from '../language-model-errors.ts';
import { formatModelName, type ModelName, type ProviderName } from '../model-name.ts';
import { anthropic } from './anthropic.ts';
import type { OpenClient, Provider } from './define-provider.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';

const providers: Record<ProviderName, Provider> = {
  gemini,
  openai,
  anthropic,
  'openai-compatible': openaiCompatible,
};

/** A model that is ready for requests. */
export interface OpenModel {
  /** `provider/model`. */
  readonly name: string;
  readonly provider: Provider;
  readonly client: LanguageModelV4;
}

/** Opens a model. Throws `ModelUnavailableError` with the missing setting. */
export async function openModel(name: ModelName, config: LanguageModelConfig): Promise<OpenModel> {
  const open = findClient(name, config);
  return {
    name: formatModelName(name),
    provider: providers[name.provider],
    client: await open(),
  };
}

/**
 * Returns a function that opens the model's client. Throws `ModelUnavailableError` with the missing
 * setting.
 */
export function findClient(name: ModelName, config: LanguageModelConfig): OpenClient {
  const provider = providers[name.provider];
  const open = provider.open(name.model, config);
  if (open) return open;
  throw new ModelUnavailableError(
    `The model "${formatModelName(name)}" is requested, but its provider is not configured: set ${provider.setting}, or LLM_FALLBACK to a model of another provider.`,
  );
}
