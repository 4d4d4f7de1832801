import type { JsonValue } from '@errand/foundation';
import { extractionSchema, parseExtractionFormat } from '@errand/expressions';
import { AnswerEmptyError } from './model-errors.ts';
import type { ModelQuestion } from './model-question.ts';

interface CanAsk {
  readonly askModel: (question: ModelQuestion) => Promise<JsonValue>;
}

interface CanSetVariables {
  readonly setVariable: (name: string, value: JsonValue) => void;
}

export type FormatAnswer = Readonly<Record<string, JsonValue>>;

interface FormatQuestion extends Omit<ModelQuestion, 'schema'> {
  /** An `extraction_format` or `output_format`. */
  readonly format: Readonly<Record<string, unknown>>;
}

/** Asks for the fields of a format. Each is there in the answer, null where the model found nothing. */
export async function askFormat(
  { askModel }: CanAsk,
  { format, ...question }: FormatQuestion,
): Promise<FormatAnswer> {
  const schema = extractionSchema(parseExtractionFormat(format));
  // The schema has an object at its root, and the answer fits it.
  return (await askModel({ ...question, schema })) as FormatAnswer;
}

/** Throws `AnswerEmptyError` if nothing was found at all, or a variable would hold a null anywhere. */
export function assertFound(answer: FormatAnswer, variables: readonly string[] = []): void {
  if (Object.values(answer).every((value) => value === null)) throw new AnswerEmptyError([]);
  const empty = variables.filter((name) => holdsNull(answer[name] ?? null));
  if (empty.length > 0) throw new AnswerEmptyError(empty);
}

function holdsNull(value: JsonValue): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(holdsNull);
}

/** Makes variables of fields: a list is one as it is, anything else becomes a list of one. */
export function setVariables(
  { setVariable }: CanSetVariables,
  answer: FormatAnswer,
  names: readonly string[] = [],
): void {
  for (const name of names) {
    const value = answer[name] ?? null;
    setVariable(name, Array.isArray(value) ? value : [value]);
  }
}
