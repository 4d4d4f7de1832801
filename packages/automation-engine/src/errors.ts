import { CodedError } from '@errand/foundation';
import type { LocatorExpression } from '@errand/locators';

/** A step of an automation failed. */
export abstract class AutomationError extends CodedError {}

/** No element matched in time. */
export class LocatorNotFoundError extends AutomationError {
  readonly code = 'locator_not_found';
  /** Undefined if no locator was used to search for the element. */
  readonly expression: LocatorExpression | undefined;

  constructor(locator: string, waitedMs: number, expression?: LocatorExpression) {
    super(
      `${locator} matched no element within ${inSeconds(waitedMs)}. Check the expression against the page shown in the evidence, or raise max_tries.`,
    );
    this.expression = expression;
  }
}

/** Several elements matched where one is needed. */
export class LocatorAmbiguousError extends AutomationError {
  readonly code = 'locator_ambiguous';
  readonly expression: LocatorExpression;

  constructor(locator: string, count: number, expression: LocatorExpression) {
    super(
      `${locator} matched ${count} elements where exactly one is needed. Narrow it, or choose one with .first, .last or .nth(i).`,
    );
    this.expression = expression;
  }
}

/** A visible text occurs in several places. */
export class KeywordAmbiguousError extends AutomationError {
  readonly code = 'locator_ambiguous';

  constructor(keyword: string, count: number) {
    super(
      `${keyword} is visible in ${count} places where exactly one is needed. Give coordinates too: the place nearest to them is taken.`,
    );
  }
}

/**
 * The element exists but never reached the state that the action needs, or its page or frame does
 * not respond.
 */
export class NotActionableError extends AutomationError {
  readonly code = 'not_actionable';

  constructor(locator: string, problem: string, waitedMs: number) {
    super(`not_actionable: ${locator} ${problem}. Waited ${inSeconds(waitedMs)}.`);
  }
}

/**
 * The element was acted on without an effect. A retry, or acting on another element, might be
 * wrong.
 */
export class NoEffectError extends NotActionableError {}

/** The page or frame of the element does not respond, so nothing is known about the element. */
export class SilentPageError extends NotActionableError {
  constructor(locator: string, waitedMs: number) {
    super(locator, 'is in a page or frame that does not respond', waitedMs);
  }
}

/** The action cannot act on this kind of element, however long it waits. */
export class WrongElementError extends AutomationError {
  readonly code = 'not_actionable';
  override readonly retry = 'never';

  constructor(locator: string, problem: string) {
    super(`not_actionable: ${locator} ${problem}.`);
  }
}

/** A page could not be loaded. */
export class NavigationError extends AutomationError {
  readonly code = 'navigation';
  /**
   * The reason is the end of a sentence, or the browser's own error: `net::ERR_CONNECTION_RESET`.
   */
  readonly failed: { readonly url: string; readonly reason: string };

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`${url} could not be loaded: ${reason}.`, options);
    this.failed = { url, reason };
  }
}

/** An awaited event that no other class covers did not happen in time. */
export class WaitTimeoutError extends AutomationError {
  readonly code = 'timeout';

  constructor(awaited: string, waitedMs: number) {
    super(`${awaited} did not happen within ${inSeconds(waitedMs)}.`);
  }
}

/** An expected download did not start, did not complete, or was cancelled. */
export class DownloadMissingError extends AutomationError {
  readonly code = 'download_missing';
}

/** The step cannot read the file, for example because it is damaged or too large. */
export class FileUnreadableError extends AutomationError {
  readonly code = 'file_unreadable';
  override readonly retry = 'never';

  constructor(filename: string, reason: string) {
    super(`The text of ${JSON.stringify(filename)} cannot be read: ${reason}.`);
  }
}

/** Only a language model could find the target, and none is configured. */
export class ModelUnavailableError extends AutomationError {
  readonly code = 'model_unavailable';
  override readonly retry = 'never';

  constructor(instructions: string, locatorProblem?: string) {
    const reason = locatorProblem ?? 'The step has no command, xpath, coordinates or keyword.';
    super(
      `${reason} No model is configured that could find the element by its prompt_instructions ${JSON.stringify(instructions)}: give the step a command.`,
    );
  }
}

/** The step asks a model, and none is configured. */
export class ModelMissingError extends AutomationError {
  readonly code = 'model_unavailable';
  override readonly retry = 'never';

  constructor(purpose: string) {
    super(
      `The ${purpose} needs a model, but the worker has none: configure an API key of a provider (GEMINI_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY) or an OPENAI_COMPATIBLE_BASE_URL.`,
    );
  }
}

/** Neither a locator nor a model found the element of a step. */
export class ElementNotFoundError extends AutomationError {
  readonly code = 'element_not_found';

  constructor(instructions: string, reasons: readonly string[]) {
    super(
      `The element ${JSON.stringify(instructions)} was not found. ${reasons.join(' ')} Check prompt_instructions against the page shown in the evidence.`,
    );
  }
}

/** The last page that the automation worked on is gone. */
export class PageClosedError extends AutomationError {
  readonly code = 'page_closed';

  constructor(
    message = 'The last page was closed, so there is no page to continue on.',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The step needs a web page, but the run has a remote desktop instead of a browser. */
export class PageMissingError extends AutomationError {
  readonly code = 'page_missing';
  override readonly retry = 'never';

  constructor() {
    super(
      'This step needs a web page, but the task runs on a remote desktop (rdp_parameter): act by coordinates, keyword or prompt_instructions there, or run the task without rdp_parameter.',
    );
  }
}

/** The run exceeded a limit (`RunLimits`), for example because a page or a site never stops. */
export class LimitExceededError extends AutomationError {
  readonly code = 'limit_exceeded';

  constructor(limit: string, what: string) {
    super(`The limit ${limit} is exceeded: ${what}.`);
  }
}

/** For messages: `1.5 s`. */
export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

export function quoteList(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(', ');
}
