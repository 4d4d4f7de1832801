import { AutomationError, quoteList } from '../../errors.ts';

/** A control was set to a value but then showed another one. */
export class ValueNotTakenError extends AutomationError {
  readonly code = 'value_not_taken';

  /** `shown` is omitted for a value that must not be seen. */
  constructor(locator: string, shown: string | undefined, problem = '') {
    const now = shown === undefined ? 'a value other than the one given' : JSON.stringify(shown);
    super(
      `${locator} did not accept the value: it shows ${now}. ${problem && `${problem} `}Give a value that it accepts, or act as a person does, with click_element and key_press.`,
    );
  }
}

/** A field contained something else after text was entered. */
export class TextNotTakenError extends AutomationError {
  readonly code = 'text_not_taken';

  constructor(locator: string, problem: string) {
    super(
      `${locator} ${problem}. Give text that the field accepts, or use fill_or_type "type", which sends keys and does not compare the result.`,
    );
  }
}

/** A list has none of the requested options. */
export class OptionNotFoundError extends AutomationError {
  readonly code = 'option_not_found';

  constructor(locator: string, wanted: readonly string[], available: readonly string[]) {
    super(
      `${locator} has no option for ${quoteList(wanted)}. It has: ${quoteList(available) || 'no options at all'}.`,
    );
  }
}

/** Several options of a list match a requested text. */
export class OptionAmbiguousError extends AutomationError {
  readonly code = 'option_ambiguous';

  constructor(locator: string, wanted: string, candidates: readonly string[]) {
    super(
      `${locator} has several options for ${quoteList([wanted])}: ${quoteList(candidates)}. Give the whole text of one, or say which is meant: "value=..." or "label=...".`,
    );
  }
}
