import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { LanguageModelConfig } from '../language-model-config.ts';
import type { ProviderName } from '../model-name.ts';

export type OpenClient = () => Promise<LanguageModelV4>;

/** How to reach one provider. */
export interface Provider {
  readonly name: ProviderName;
  /** The missing setting when `open` returns undefined. */
  readonly setting: string;
  /**
   * Returns a function that opens the client of one model, or undefined if the provider is not
   * configured. The function loads the provider's library, so that workers load only what they use.
   */
  readonly open: (model: string, config: LanguageModelConfig) => OpenClient | undefined;
  /** Extra request options. `isClosed`: the schema lists everything an answer may contain. */
  readonly options: (question: { readonly isClosed: boolean }) => SharedV4ProviderOptions;
  /** How to limit thinking. Undefined: not supported. */
  readonly thinking?: {
    /** The smallest limit besides 0, in tokens. */
    readonly leastTokens: number;
    readonly options: (tokens: number) => SharedV4ProviderOptions;
    /** Whether the client adds the limit to the maximum output, which should already include it. */
    readonly isAddedToOutput: boolean;
  };
  /** Whether to repeat the schema in the instructions, because the server might not enforce it. */
  readonly isSchemaSaid?: boolean;
}

/** Returns the options of the client of any provider with a key. */
export function clientOptions(access: {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
}) {
  return {
    apiKey: access.apiKey,
    ...(access.baseUrl && { baseURL: access.baseUrl }),
    fetch: fetchFromProvider,
  };
}

/** Far larger than any model's answer, in bytes. */
const LONGEST_BODY = 16 * 1024 * 1024;

/**
 * Fetches without following redirects, because keys travel in provider-specific headers that a
 * redirect would forward. Aborts an endless response before it exhausts the worker's memory.
 */
export const fetchFromProvider: typeof fetch = async (input, init) => {
  const { body, status, statusText, headers } = await fetch(input, { ...init, redirect: 'error' });
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= LONGEST_BODY) controller.enqueue(chunk);
      else controller.error(new Error(`The response has more than ${LONGEST_BODY} bytes.`));
    },
  });
  return new Response(body?.pipeThrough(limit) ?? null, { status, statusText, headers });
};
