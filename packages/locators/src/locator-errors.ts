import { CodedError } from '@errand/foundation';

abstract class LocatorError extends CodedError {}

interface Place {
  readonly source: string;
  /** Index of the character in `source` where the problem starts, from 0. */
  readonly position: number;
  /** What the author probably means, in the grammar. */
  readonly suggestion?: string | undefined;
}

/** A locator expression, or a selector in it, is not valid. */
export class LocatorSyntaxError extends LocatorError {
  readonly code = 'locator_syntax';
  override readonly retry = 'never';
  readonly source: string;
  /** Index of the character in `source` where the problem starts, from 0. */
  readonly position: number;
  /** The reason, without the position. */
  readonly problem: string;

  constructor(problem: string, place: Place, options?: ErrorOptions) {
    const { source, position, suggestion } = place;
    const help = suggestion === undefined ? '' : `\nWrite: ${suggestion}`;
    super(
      `The locator is not valid at character ${position + 1}: ${problem}\n${excerpt(place)}${help}`,
      options,
    );
    this.problem = problem;
    this.source = source;
    this.position = position;
  }
}

/**
 * `frame_locator` or `content_frame` matches more than one iframe, so it is unclear which one to
 * enter.
 */
export class AmbiguousFrameError extends LocatorError {
  readonly code = 'locator_ambiguous';

  constructor(locator: string, count: number) {
    super(
      `${count} elements match a frame of the locator ${locator}: a frame must be one iframe. Narrow it, or pick one with .first or .nth(0).`,
    );
  }
}

/** `frame_locator` or `content_frame` matches an element that is not an iframe. */
export class NotAFrameError extends LocatorError {
  readonly code = 'locator_not_a_frame';
  override readonly retry = 'never';

  constructor(locator: string, elementName: string) {
    super(
      `A frame of the locator ${locator} is a <${elementName}>, not an <iframe>. Name the iframe element itself.`,
    );
  }
}

/** The page was closed while a locator was being resolved. */
export class PageClosedError extends LocatorError {
  readonly code = 'page_closed';

  constructor(locator: string, options?: ErrorOptions) {
    super(`The page was closed while looking for ${locator}.`, options);
  }
}

/** Returns the line with the problem and a caret below it, truncated to 100 characters. */
function excerpt({ source, position }: Place): string {
  const lineStart = source.lastIndexOf('\n', position - 1) + 1;
  const lineEnd = source.indexOf('\n', position);
  const line = source.slice(lineStart, lineEnd === -1 ? undefined : lineEnd);
  const start = Math.max(0, position - lineStart - 60);
  const shown = line.slice(start, start + 100);
  return `  ${shown}\n  ${' '.repeat(position - lineStart - start)}^`;
}
