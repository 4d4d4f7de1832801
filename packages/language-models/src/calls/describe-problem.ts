import { APICallError } from '@ai-sdk/provider';
import { type LanguageModelError, ModelError } from '../language-model-errors.ts';
import type { OpenModel } from '../providers/provider-registry.ts';

/**
 * Converts an error of a provider's client into our own. The original is dropped, because it
 * contains the request.
 */
export function describeProblem(thrown: unknown, model: OpenModel): LanguageModelError {
  if (!APICallError.isInstance(thrown)) {
    return new ModelError(`The answer of the model "${model.name}" cannot be read.`, {
      retry: 'automation',
    });
  }
  const { statusCode, isRetryable } = thrown;
  if (statusCode === undefined) {
    return new ModelError(
      `The provider of the model "${model.name}" cannot be reached, or the connection broke.`,
      { retry: 'automation' },
    );
  }
  const reason = [reasonOf(statusCode, model), providerWords(thrown.responseBody)].join('');
  return new ModelError(
    `The provider of the model "${model.name}" responded with status ${statusCode}: ${reason}.`,
    { retry: isRetryable || statusCode < 400 ? 'automation' : 'never' },
  );
}

function reasonOf(status: number, { provider }: OpenModel): string {
  if (status === 401 || status === 403)
    return `it does not accept the key in ${keySetting(provider)}`;
  if (status === 404) return 'it does not know the model, or the base URL is wrong';
  if (status === 413) return 'the request is too large';
  if (status === 429) return 'its rate limit or quota is used up';
  if (status >= 500) return 'it had an internal error';
  return status < 400
    ? 'its response does not have the form that the API defines'
    : 'it refused the request';
}

function keySetting({ name, setting }: OpenModel['provider']): string {
  return name === 'openai-compatible' ? 'OPENAI_COMPATIBLE_API_KEY' : setting;
}

/**
 * Returns the provider's error codes (`INVALID_ARGUMENT`), never its messages, which may quote the
 * prompt or the key.
 */
function providerWords(body = ''): string {
  const words = ['status', 'code', 'type'].flatMap((field) => {
    const found = new RegExp(String.raw`"${field}"\s*:\s*"([A-Za-z_]{3,40})"`, 'u').exec(body);
    return found?.[1] && found[1] !== 'error' ? [found[1]] : [];
  });
  return words.length > 0 ? ` (${[...new Set(words)].join(', ')})` : '';
}
