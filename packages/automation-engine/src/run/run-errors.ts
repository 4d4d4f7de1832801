import { AutomationError, quoteList } from '../errors.ts';
import { type JsonValue } from '@errand/foundation';

/** The worker has no plug-in with the name that a `private_node` specifies. */
export class HandlerMissingError extends AutomationError {
  readonly code = 'handler_missing';
  override readonly retry = 'never';

  constructor(name: string, known: readonly string[]) {
    super(
      `No handler is registered for ${JSON.stringify(name)}. Registered: ${quoteList(known) || 'none'}.`,
    );
  }
}

/** A plug-in failed, or returned a result that its node cannot use. */
export class PrivateNodeError extends AutomationError {
  readonly code = 'script_error';

  constructor(handler: string, problem: string, options?: ErrorOptions) {
    super(`The handler ${JSON.stringify(handler)} failed: ${problem}.`, options);
  }
}

/** The source of a loop is not a list. */
export class LoopSourceError extends AutomationError {
  readonly code = 'loop_source';

  constructor(name: string, value: JsonValue) {
    const type = value === null ? 'null' : typeof value;
    super(`The loop iterates over ${name}, which is not a list but of type ${type}.`);
  }
}

/** A loop would exceed its maximum number of iterations. */
export class IterationLimitError extends AutomationError {
  readonly code = 'limit_exceeded';

  constructor(condition: string, limit: number) {
    super(
      `The loop would continue after ${limit} iterations (max_iterations): ${condition} still holds. Change what it depends on in the loop, or raise max_iterations.`,
    );
  }
}
