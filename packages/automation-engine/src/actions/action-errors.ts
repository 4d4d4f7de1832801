import { AutomationError } from '../errors.ts';

const LONGEST_QUOTE = 80;

/** The text on the page is not of the type that the extraction declares. */
export class ExtractionTypeError extends AutomationError {
  readonly code = 'extraction_format';

  constructor(variable: string, type: string, text: string) {
    const quoted = JSON.stringify(text.slice(0, LONGEST_QUOTE));
    super(
      `The text of "${variable}" is ${quoted}, which is not of type ${type}. Declare it as str, or point the locator at another element.`,
    );
  }
}

/** The table on the page does not have a column that the extraction declares. */
export class TableColumnError extends AutomationError {
  readonly code = 'extraction_format';

  constructor(variable: string, column: string, headers: readonly string[]) {
    const known = headers.map((header) => JSON.stringify(header)).join(', ');
    super(
      `The table of "${variable}" has no column ${JSON.stringify(column)}. It has: ${known || 'no columns'}.`,
    );
  }
}

/** A value that must be a list of strings is something else. */
export class SourceListError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(name: string) {
    super(
      `source_variable: ${name} is not a list of strings. Give the name of a list, or a path to one.`,
    );
  }
}

/** An extraction found nothing and `allow_none` is false. */
export class ExtractionEmptyError extends AutomationError {
  readonly code = 'extraction_empty';

  constructor(variable: string, locator: string, reason = 'matched no element') {
    super(
      `The extraction of "${variable}" found nothing: ${locator} ${reason}. Set allow_none to accept that.`,
    );
  }
}

/** A network_call extraction found no call, or no call with a body, and `allow_none` is false. */
export class NetworkCallMissingError extends AutomationError {
  readonly code = 'extraction_empty';

  constructor(urlPart: string, notes?: string) {
    const problem = notes
      ? `had no body that can be extracted: ${notes}`
      : 'was made since the last interaction.';
    const subject = notes ? 'Every network call' : 'No network call';
    super(
      `${subject} to an address with ${JSON.stringify(urlPart)} ${problem} Set allow_none to accept that.`,
    );
  }
}

/** The assertion is false. */
export class AssertionFailedError extends AutomationError {
  readonly code = 'assertion_failed';
  override readonly retry = 'never';
}

/** The automation reached a state that its author declared a failure. */
export class FailStateError extends AutomationError {
  readonly code = 'fail_state';
  override readonly retry = 'never';
}
