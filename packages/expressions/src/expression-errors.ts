import type { Placeholder } from './placeholder.ts';

abstract class ExpressionError extends Error {
  /** Stable; callers switch on it. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A text refers to a parameter, variable or element that does not exist or is null. */
export class UnresolvedPlaceholderError extends ExpressionError {
  readonly code = 'placeholder_unresolved';
  readonly placeholders: readonly Placeholder[];

  constructor(placeholders: readonly Placeholder[], text: string) {
    const names = placeholders.map(({ source }) => source).join(', ');
    super(
      `No value for ${names} in ${JSON.stringify(text)}: the parameter or variable does not exist, is too short, or is null there. Pass the input parameter, or extract the variable in an earlier step.`,
    );
    this.placeholders = placeholders;
  }
}

/** An `extraction_format` has a field whose type is not in the closed grammar. */
export class ExtractionFormatError extends ExpressionError {
  readonly code = 'extraction_format';
  /** Where the field is, from the root of the format. */
  readonly path: readonly (string | number)[];

  constructor(problem: string, path: readonly (string | number)[]) {
    super(`${problem} ${extractionFormatGrammar}`);
    this.path = path;
  }
}

const extractionFormatGrammar =
  'A type is one of: str, int, float, bool, Any, dict, List[T], Optional[T], T | None, an object of fields, or a list of exactly one of these.';
