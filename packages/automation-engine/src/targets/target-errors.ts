import { AutomationError, quoteList } from '../errors.ts';

/** A coordinate is not a number after its placeholders are filled in. */
export class InvalidCoordinateError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(coordinate: string) {
    super(
      `coordinates: ${JSON.stringify(coordinate)} is not a number of pixels after its placeholders are filled in.`,
    );
  }
}

/** The entries of `bounding_box_variables` form no box after their placeholders are filled in. */
export class InvalidBoxError extends AutomationError {
  readonly code = 'invalid_params';
  override readonly retry = 'never';

  constructor(entries: readonly string[], values: string) {
    super(
      `bounding_box_variables: ${quoteList(entries)} is not a box of pixels after its placeholders are filled in (${values}). Give left, top, right and bottom; -1 means that there is no box.`,
    );
  }
}
