import { AutomationError } from '../../errors.ts';

/** A control was given a value, and then showed another one. */
export class ValueNotTakenError extends AutomationError {
  readonly code = 'value_not_taken';

  /** `shown` is left out of what must not be seen. */
  constructor(locator: string, shown: string | undefined, problem = '') {
    const now = shown === undefined ? 'another value than the one given' : JSON.stringify(shown);
    super(
      `${locator} did not take the value: it shows ${now}. ${problem && `${problem} `}Give a value that it takes, or act as a person does, by click_element and key_press.`,
    );
  }
}
