import { AutomationError, quoteList } from '../errors.ts';
import { type JsonValue } from '@errand/foundation';

/** No plug-in of the worker has the name that a `private_node` gives. */
export class HandlerMissingError extends AutomationError {
  readonly code = 'handler_missing';
  override readonly retry = 'never';

  constructor(name: string, known: readonly string[]) {
    super(
      `No handler is registered for ${JSON.stringify(name)}. Registered: ${quoteList(known) || 'none'}.`,
    );
  }
}

/** A plug-in failed, or answered what its node cannot use. */
export class PrivateNodeError extends AutomationError {
  readonly code = 'script_error';

  constructor(handler: string, problem: string, options?: ErrorOptions) {
    super(`The handler ${JSON.stringify(handler)} failed: ${problem}.`, options);
  }
}

/** A loop is to go over something that is no list. */
export class LoopSourceError extends AutomationError {
  readonly code = 'loop_source';

  constructor(name: string, value: JsonValue) {
    const type = value === null ? 'null' : typeof value;
    super(`The loop goes over ${name}, which is no list but of the type ${type}.`);
  }
}

/** A loop would go on after as many iterations as it may have. */
export class IterationLimitError extends AutomationError {
  readonly code = 'limit_exceeded';

  constructor(condition: string, limit: number) {
    super(
      `The loop would go on after ${limit} iterations (max_iterations): ${condition} still holds. Change what it depends on in the loop, or raise max_iterations.`,
    );
  }
}
