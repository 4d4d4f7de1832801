import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { LanguageModelConfig } from '../language-model-config.ts';
import { ModelUnavailableError } from '../language-model-errors.ts';
import { formatModelName, type ModelName, type ProviderName } from '../model-name.ts';
import { anthropic } from './anthropic.ts';
import type { Provider } from './define-provider.ts';
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
export function openModel(name: ModelName, config: LanguageModelConfig): OpenModel {
  const provider = providers[name.provider];
  const client = provider.open(name.model, config);
  if (client) return { name: formatModelName(name), provider, client };
  throw new ModelUnavailableError(
    `The model "${formatModelName(name)}" is requested, but its provider is not configured: set ${provider.setting}, or LLM_FALLBACK to a model of another provider.`,
  );
}
