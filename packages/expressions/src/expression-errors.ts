import { CodedError } from '@errand/foundation';
import type { Placeholder } from './placeholder.ts';

abstract class ExpressionError extends CodedError {}

/** A string refers to a parameter, variable or element that does not exist or is null. */
export class UnresolvedPlaceholderError extends ExpressionError {
  readonly code = 'placeholder_unresolved';
  override readonly retry = 'never';
  readonly placeholders: readonly Placeholder[];

  constructor(placeholders: readonly Placeholder[], text: string) {
    const names = placeholders.map(({ source }) => source).join(', ');
    super(
      `No value for ${names} in ${JSON.stringify(text)}: the parameter or variable does not exist, is too short, or is null there. Pass the input parameter, or extract the variable in an earlier step.`,
    );
    this.placeholders = placeholders;
  }
}

/** The values in a string make it exceed its maximum length. */
export class TextTooLongError extends ExpressionError {
  readonly code = 'limit_exceeded';
  override readonly retry = 'never';

  constructor(text: string, limit: number) {
    super(
      `The text ${JSON.stringify(text.slice(0, 100).toWellFormed())}${text.length > 100 ? '...' : ''} becomes longer by more than ${limit} characters with its values in place: pass shorter values, or use them less often.`,
    );
  }
}

/** Where the problem in an expression is. */
interface Place {
  readonly source: string;
  /** Offset in `source` where the problem starts, from 0. */
  readonly position: number;
}

/** A string does not follow the grammar of the expression language. */
export class ExpressionSyntaxError extends ExpressionError {
  readonly code = 'expression_syntax';
  override readonly retry = 'never';
  readonly position: number;

  constructor(problem: string, { source, position }: Place) {
    super(
      `The expression is not valid at character ${position + 1}: ${problem}\n${showPlace({ source, position })}`,
    );
    this.position = position;
  }
}

/** An expression failed with the given values. The message quotes short ones that are not secret. */
export class ExpressionEvaluationError extends ExpressionError {
  readonly code = 'expression_error';
  readonly position: number;

  constructor(problem: string, { source, position }: Place, options?: ErrorOptions) {
    super(
      `The expression cannot be computed at character ${position + 1}: ${problem}\n${showPlace({ source, position })}`,
      options,
    );
    this.position = position;
  }
}

/** Returns the line of the problem with a caret below it, truncated to 100 characters. */
function showPlace({ source, position }: Place): string {
  const lineStart = source.lastIndexOf('\n', position - 1) + 1;
  const lineEnd = source.indexOf('\n', position);
  const line = source.slice(lineStart, lineEnd === -1 ? undefined : lineEnd);
  const start = Math.max(0, position - lineStart - 60);
  const caret = ' '.repeat(position - lineStart - start);
  return `  ${line.slice(start, start + 100)}\n  ${caret}^`;
}

/** An `extraction_format` has a field whose type is not in the closed grammar. */
export class ExtractionFormatError extends ExpressionError {
  readonly code = 'extraction_format';
  /** Path of the field from the root of the format. */
  readonly path: readonly (string | number)[];

  constructor(problem: string, path: readonly (string | number)[]) {
    super(`${problem} ${EXTRACTION_FORMAT_GRAMMAR}`);
    this.path = path;
  }
}

const EXTRACTION_FORMAT_GRAMMAR =
  'A type is one of: str, int, float, bool, Any, dict, List[T], Optional[T], T | None, an object of fields, or a list of exactly one of these.';
