import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { LanguageModelConfig } from '../language-model-config.ts';
import type { ProviderName } from '../model-name.ts';

/** How one provider is reached. */
export interface Provider {
  readonly name: ProviderName;
  /** The setting that is missing when `open` answers undefined. */
  readonly setting: string;
  /** The client of one model, or undefined if the provider is not configured. */
  readonly open: (model: string, config: LanguageModelConfig) => LanguageModelV4 | undefined;
  /** What the provider is told beside the question. `isClosed`: the schema says all that an answer may hold. */
  readonly options: (question: { readonly isClosed: boolean }) => SharedV4ProviderOptions;
  /** The server may not hold the answer to the schema, so the instructions say it too. */
  readonly isSchemaSaid?: boolean;
}

/** Keys travel in headers of the provider's own, which a redirect to elsewhere would carry along. */
export const fetchWithoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error' });
