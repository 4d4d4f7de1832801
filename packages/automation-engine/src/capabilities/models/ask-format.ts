import type { JsonValue } from '@errand/foundation';
import { extractionSchema, parseExtractionFormat } from '@errand/expressions';
import { AnswerEmptyError } from './model-errors.ts';
import type { AskModel, ModelQuestion } from './model-question.ts';

interface CanAsk {
  readonly askModel: AskModel;
}

interface CanSetVariables {
  readonly setVariable: (name: string, value: JsonValue) => void;
}

export type FormatAnswer = Readonly<Record<string, JsonValue>>;

interface FormatQuestion extends Omit<ModelQuestion, 'schema'> {
  /** An `extraction_format` or `output_format`. */
  readonly format: Readonly<Record<string, unknown>>;
}

/**
 * Asks for the fields of a format. The answer has every field, null where the model found nothing.
 */
export async function askFormat(
  { askModel }: CanAsk,
  { format, ...question }: FormatQuestion,
): Promise<FormatAnswer> {
  const schema = extractionSchema(parseExtractionFormat(format));
  // The answer is checked against the schema, which has an object at its root.
  return (await askModel({ ...question, schema })) as FormatAnswer;
}

/** Throws `AnswerEmptyError` if every field is null, or if a variable would contain a null. */
export function assertFound(answer: FormatAnswer, variables: readonly string[] = []): void {
  if (Object.values(answer).every((value) => value === null)) throw new AnswerEmptyError([]);
  const empty = namesOfNull(answer, variables);
  if (empty.length > 0) throw new AnswerEmptyError(empty);
}

/** The variables that would contain a null. */
export function namesOfNull(answer: FormatAnswer, variables: readonly string[]): readonly string[] {
  return variables.filter((name) => holdsNull(answer[name] ?? null));
}

function holdsNull(value: JsonValue): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(holdsNull);
}

/** Sets variables from fields. A list is used as is; any other value becomes a list of one. */
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
