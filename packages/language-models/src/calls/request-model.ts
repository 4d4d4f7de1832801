import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { openDeadline } from '@errand/foundation';
import type { TokenCount } from '../accounting/usage-account.ts';
import {
  type LanguageModelError,
  ModelAnswerInvalidError,
  ModelTimeoutError,
} from '../language-model-errors.ts';
import type { OpenModel } from '../providers/provider-registry.ts';
import { describeProblem } from './describe-problem.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** Outcome of one request. A failure is returned, not thrown, so that its usage is counted. */
export type RequestOutcome =
  | { readonly tokens: TokenCount; readonly result: LanguageModelV4GenerateResult }
  | { readonly tokens: TokenCount; readonly error: LanguageModelError; readonly thrown: unknown };

export async function requestModel(
  model: OpenModel,
  options: LanguageModelV4CallOptions,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<RequestOutcome> {
  using deadline = openDeadline(signal, timeoutMs);
  try {
    const result = await model.client.doGenerate({
      ...options,
      abortSignal: deadline.signal,
    });
    const outcome = { tokens: countTokens(result, options), result };
    const problem = problemOf(result);
    if (!problem) return outcome;
    return {
      ...outcome,
      error: new ModelAnswerInvalidError(model.name, problem),
      thrown: undefined,
    };
  } catch (thrown) {
    const isUnanswered = signal.aborted || deadline.isOver || !isRefusal(thrown);
    return {
      tokens: { inputTokens: isUnanswered ? estimateTokens(options.prompt) : 0, outputTokens: 0 },
      error: deadline.isOver
        ? new ModelTimeoutError(model.name, timeoutMs)
        : describeProblem(thrown, model),
      thrown,
    };
  }
}

/**
 * Returns whether the provider refused the request. A refusal costs nothing; any other failure may
 * be billed.
 */
function isRefusal(thrown: unknown): boolean {
  const { statusCode } = thrown as { statusCode?: number };
  return statusCode !== undefined && statusCode >= 400;
}

function problemOf({ finishReason }: LanguageModelV4GenerateResult): string | undefined {
  if (finishReason.unified === 'length') {
    return 'it was cut off at the maximum output length (LLM_MAX_OUTPUT_TOKENS)';
  }
  return finishReason.unified === 'content-filter'
    ? 'the provider blocked it because of its content'
    : undefined;
}

function countTokens(
  { usage, content }: LanguageModelV4GenerateResult,
  { prompt }: LanguageModelV4CallOptions,
): TokenCount {
  return {
    inputTokens: readCount(usage.inputTokens.total) ?? estimateTokens(prompt),
    outputTokens:
      readCount(usage.outputTokens.total) ??
      estimateTokens([{ role: 'assistant', content: content as [] }]),
  };
}

/** Ignores missing, zero or negative token counts; they would bypass the budget. */
function readCount(count: number | undefined): number | undefined {
  return count !== undefined && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
