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
  /** How the provider is told the most that a model may think. Undefined: it cannot be told. */
  readonly thinking?: {
    /** The smallest limit beside 0, in tokens. */
    readonly leastTokens: number;
    readonly options: (tokens: number) => SharedV4ProviderOptions;
    /** The client adds the limit to the longest output, which is to hold the thoughts already. */
    readonly isAddedToOutput: boolean;
  };
  /** The server may not hold the answer to the schema, so the instructions say it too. */
  readonly isSchemaSaid?: boolean;
}

/** Far beyond the longest answer that any model gives, in bytes. */
const longestBody = 16 * 1024 * 1024;

/**
 * Follows no redirects, because keys travel in headers of the provider's own, which a redirect to elsewhere would carry along.
 * An answer that never ends breaks off before it takes the worker's memory.
 */
export const fetchFromProvider: typeof fetch = async (input, init) => {
  const { body, status, statusText, headers } = await fetch(input, { ...init, redirect: 'error' });
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= longestBody) controller.enqueue(chunk);
      else controller.error(new Error(`The answer has more than ${longestBody} bytes.`));
    },
  });
  return new Response(body?.pipeThrough(limit) ?? null, { status, statusText, headers });
};
