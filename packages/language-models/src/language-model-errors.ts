import { CodedError, type RetryScope } from '@errand/foundation';

/** A model call failed. No message contains a prompt, an answer or a key. */
export abstract class LanguageModelError extends CodedError {}

/** The requested model is not configured. */
export class ModelUnavailableError extends LanguageModelError {
  readonly code = 'model_unavailable';
  override readonly retry = 'never';
}

/** The provider refused the request or failed, after all attempts. */
export class ModelError extends LanguageModelError {
  readonly code = 'model_error';
  override readonly retry: RetryScope;

  constructor(message: string, { retry }: { readonly retry: RetryScope }) {
    super(message);
    this.retry = retry;
  }
}

/** No attempt returned a complete answer before the deadline. */
export class ModelTimeoutError extends LanguageModelError {
  readonly code = 'model_timeout';

  constructor(model: string, timeoutMs: number) {
    super(
      `The model "${model}" gave no complete response within ${timeoutMs / 1000} s (LLM_TIMEOUT_SECONDS).`,
    );
  }
}

/** No attempt returned an answer that matches the question's schema. */
export class ModelAnswerInvalidError extends LanguageModelError {
  readonly code = 'model_answer_invalid';

  constructor(model: string, problem: string) {
    super(`The answer of the model "${model}" cannot be used: ${problem}.`);
  }
}

/** The task has exhausted its model budget, or its usage cannot be determined. */
export class ModelBudgetExceededError extends LanguageModelError {
  readonly code = 'model_budget_exceeded';
  override readonly retry = 'never';
}
