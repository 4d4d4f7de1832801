import { AutomationError, quoteList } from '../../errors.ts';

/** The model's answer is empty where the step needs a value, and `allow_none` is false. */
export class AnswerEmptyError extends AutomationError {
  readonly code = 'extraction_empty';

  constructor(fields: readonly string[]) {
    super(
      fields.length === 0
        ? 'The model found none of the fields of extraction_format. Set allow_none to accept that.'
        : `The model found no value for ${quoteList(fields)}. Set allow_none to accept that.`,
    );
  }
}
