import { CodedError } from '@errand/foundation';
import { bytesOf } from './json-bytes.ts';

/** An answer may have 10 MiB, with the number of the command and the lease. */
export const MAX_ANSWER_BYTES = 10 * 1024 ** 2 - 4_096;
/** Smaller parts of an answer do not matter. */
const NAMED_SHARE = 0.05;

/** The command was carried out, but its answer cannot be sent. */
class AnswerTooLargeError extends CodedError {
  readonly code = 'answer_too_large';
  override readonly retry = 'never';

  constructor(bytes: number, parts: readonly (readonly [name: string, bytes: number])[]) {
    const named = parts.map(([name, size]) => `${name} (${size} bytes)`).join(', ');
    super(
      `The command was carried out, but its answer was left out: it has ${bytes} bytes, more than the limit of ${MAX_ANSWER_BYTES}. Its largest parts: ${named}.`,
    );
  }
}

/** Returns the answer. Throws AnswerTooLargeError, which names its largest members. */
export function assertFits<Answer extends object>(answer: Answer): Answer {
  const bytes = bytesOf(answer);
  if (bytes <= MAX_ANSWER_BYTES) return answer;
  const sizes = Object.entries(answer).map(([name, value]) => [name, bytesOf(value)] as const);
  const large = sizes.filter(([, size]) => size > bytes * NAMED_SHARE);
  throw new AnswerTooLargeError(
    bytes,
    large.toSorted(([, size], [, other]) => other - size),
  );
}
