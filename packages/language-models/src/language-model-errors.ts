import { CodedError, type RetryScope } from '@errand/foundation';

/** A model did not answer. No message holds a prompt, an answer or a key. */
export abstract class LanguageModelError extends CodedError {}

/** Nobody configured the model that is asked for. */
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

/** There was no complete answer in time, at any attempt. */
export class ModelTimeoutError extends LanguageModelError {
  readonly code = 'model_timeout';

  constructor(model: string, timeoutMs: number) {
    super(
      `The model "${model}" gave no complete answer within ${timeoutMs / 1000} s (LLM_TIMEOUT_SECONDS).`,
    );
  }
}

/** The model answered something else than was asked for, at every attempt. */
export class ModelAnswerInvalidError extends LanguageModelError {
  readonly code = 'model_answer_invalid';

  constructor(model: string, problem: string) {
    super(`The answer of the model "${model}" cannot be used: ${problem}.`);
  }
}

/** The task has used up what it may spend on models, or it cannot be told whether it has. */
export class ModelBudgetExceededError extends LanguageModelError {
  readonly code = 'model_budget_exceeded';
  override readonly retry = 'never';
}
