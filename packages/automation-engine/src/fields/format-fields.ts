import { ExtractionFormatError, parseExtractionFormat } from '@errand/expressions';
import { z } from 'zod';
import { optionalField } from './optional-field.ts';
import { variableName } from './text-fields.ts';

export const FORMAT_DESCRIPTION =
  'Fields of the answer by name. A type is str, int, float, bool, Any, dict, List[T], Optional[T] or T | None, an object of fields, or a list of exactly one of these.';

/**
 * An `extraction_format` or `output_format`: at least one field, every type in the closed grammar.
 */
export function extractionFormat() {
  return z.record(z.string(), z.unknown()).superRefine((format, context) => {
    if (Object.keys(format).length === 0) {
      context.addIssue({ code: 'custom', message: 'The format has no field: add at least one.' });
      return;
    }
    try {
      parseExtractionFormat(format);
    } catch (error) {
      if (!(error instanceof ExtractionFormatError)) throw error;
      context.addIssue({ code: 'custom', path: [...error.path], message: error.message });
    }
  });
}

/** Names of the fields of the model's answer that become variables. */
export function outputVariableNames() {
  return optionalField(z.array(variableName())).describe(
    'Fields of the answer that become variables for later steps. Each is a top-level key of the format.',
  );
}

interface NamedOutputs {
  readonly names: readonly string[] | undefined;
  readonly format: Readonly<Record<string, unknown>> | undefined;
  readonly formatField: string;
}

/** Reports each output variable that is not a key of the format, or cannot be a variable. */
export function checkOutputNames(outputs: NamedOutputs, context: z.core.$RefinementCtx): void {
  const { names = [], format = {}, formatField } = outputs;
  for (const [index, name] of names.entries()) {
    const message = Object.hasOwn(format, name)
      ? describeObject(name, format[name])
      : `"${name}" is not a key of ${formatField}. ${listKeys(format)}`;
    if (message === undefined) continue;
    context.addIssue({ code: 'custom', path: ['output_variable_names', index], message });
  }
}

/** Steps read variables by index, so a variable cannot be an object. */
function describeObject(name: string, descriptor: unknown): string | undefined {
  const isObject =
    descriptor !== null && typeof descriptor === 'object' && !Array.isArray(descriptor);
  if (!isObject && descriptor !== 'dict') return undefined;
  return `"${name}" is an object, but variables are single values or lists: move the field that you need to the top level of the format.`;
}

function listKeys(format: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(format);
  return keys.length === 0 ? 'It has no keys.' : `Its keys: ${keys.join(', ')}.`;
}
