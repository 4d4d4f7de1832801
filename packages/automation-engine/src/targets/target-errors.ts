import { AutomationError, quoteList } from '../errors.ts';

/** A coordinate with its values in place is not a number. */
export class InvalidCoordinateError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(coordinate: string) {
    super(
      `coordinates: ${JSON.stringify(coordinate)} is no number of pixels with its values in place.`,
    );
  }
}

/** The entries of `bounding_box_variables` make no box with their values in place. */
export class InvalidBoxError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(entries: readonly string[], values: string) {
    super(
      `bounding_box_variables: ${quoteList(entries)} is no box of pixels with its values in place (${values}). Give left, top, right and bottom; -1 means that there is no box.`,
    );
  }
}
