import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { ModelError } from '../language-model-errors.ts';
import type { OpenModel } from '../providers/provider-registry.ts';

type LimitedOptions = LanguageModelV4CallOptions & { readonly maxOutputTokens: number };

/**
 * Returns the request with a thinking limit. Throws `ModelError` for a limit that the provider does
 * not accept.
 */
export function limitThinking(
  options: LimitedOptions,
  { name, provider: { thinking } }: OpenModel,
  tokens: number,
): LanguageModelV4CallOptions {
  const { maxOutputTokens, providerOptions } = options;
  if (!thinking) throw refuse(name, tokens, 'its provider does not support such a limit');
  if (tokens > 0 && tokens < thinking.leastTokens) {
    throw refuse(name, tokens, `its provider accepts 0, or at least ${thinking.leastTokens}`);
  }
  if (tokens >= maxOutputTokens) {
    const longest = `the longest answer has ${maxOutputTokens} tokens, thoughts included (LLM_MAX_OUTPUT_TOKENS)`;
    throw refuse(name, tokens, longest);
  }
  return {
    ...options,
    maxOutputTokens: thinking.isAddedToOutput ? maxOutputTokens - tokens : maxOutputTokens,
    providerOptions: merge(providerOptions ?? {}, thinking.options(tokens)),
  };
}

/** Returns the client's warning that it dropped the limit because the model accepts none. */
export function findIgnoredLimit(
  { name }: OpenModel,
  { warnings }: LanguageModelV4GenerateResult,
  tokens: number | undefined,
): ModelError | undefined {
  if (tokens === undefined) return undefined;
  const isIgnored = warnings.some(
    (warning) => 'feature' in warning && /thinking|reasoning/iu.test(warning.feature),
  );
  return isIgnored ? refuse(name, tokens, 'the model does not support such a limit') : undefined;
}

function refuse(model: string, tokens: number, reason: string): ModelError {
  return new ModelError(
    `The model "${model}" cannot be limited to ${tokens} thinking tokens: ${reason}. Set thinking_budget_tokens to null, or choose another limit or model.`,
    { retry: 'never' },
  );
}

function merge(
  first: SharedV4ProviderOptions,
  second: SharedV4ProviderOptions,
): SharedV4ProviderOptions {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...names].map((name) => [name, { ...first[name], ...second[name] }]));
}
