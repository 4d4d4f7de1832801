import { ExtractionFormatError, type JsonValue, parseExtractionFormat } from '@errand/expressions';
import { z } from 'zod';
import { convertText, textTypeOf } from '../../fields/convert-text.ts';
import { extractionFormat } from '../../fields/format-fields.ts';
import { locatorText } from '../../fields/locator-fields.ts';
import { modelFields, modelOf } from '../../fields/model-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { variableName } from '../../fields/text-fields.ts';
import type { ActionContext } from '../../action-context.ts';
import { ExtractionEmptyError } from '../../errors.ts';
import { askFormat } from '../../models/ask-format.ts';
import { readPage } from '../../models/instructions.ts';
import { ExtractionTypeError } from '../action-errors.ts';
import { defineAction } from '../define-action.ts';

export const locator = defineAction({
  group: 'extraction',
  kind: 'locator',
  summary:
    'Extracts the text of the first element that a locator finds; of a form control, its value.',
  idempotent: true,
  place: 'page',
  params: z
    .strictObject({
      command: locatorText().describe(
        'Locator expression of the element in Python Playwright syntax; placeholders are allowed.',
      ),
      output_variable_name: optionalField(variableName()).describe(
        'Variable that gets the text; a key of extraction_format. Default: node<number>_output, and the only key of extraction_format is renamed to it.',
      ),
      extraction_format: extractionFormat()
        .superRefine(checkTypes)
        .describe(
          'Names and types of what is extracted: str, int, float, bool or Any, or Optional[T] of these. The text is read as its type; a text that does not fit fails the step, a blank one is null (a str or Any only when Optional).',
        ),
      extraction_instructions: optionalField(z.string()).describe(
        'What to extract, in plain language; a model is asked when the locator finds nothing.',
      ),
      ...modelFields(),
    })
    .superRefine(({ output_variable_name: name, extraction_format: format }, context) => {
      const keys = Object.keys(format);
      if (name !== undefined && !keys.includes(name)) {
        context.addIssue({
          code: 'custom',
          path: ['output_variable_name'],
          message: `"${name}" is not a key of extraction_format. Its keys: ${keys.join(', ')}.`,
        });
      }
      if (name === undefined && keys.length !== 1) {
        context.addIssue({
          code: 'custom',
          path: ['extraction_format'],
          message: `The format has ${keys.length} keys (${keys.join(', ')}): keep one, or say with output_variable_name which one gets the text.`,
        });
      }
    }),
  run: async (context, params) => {
    const { addOutput, extraction, readText, setVariable, text } = context;
    const { command, extraction_format: format, output_variable_name: given } = params;
    // The only key of the format is the name when none is given; the schema has seen to that.
    const name = text(given ?? Object.keys(format).join());
    const found = await readText(command);
    const value =
      found === undefined
        ? await askInstead(context, params, given)
        : readAs(found, { format, name: given, variable: name });
    if (value === null && !extraction.allowNone) {
      throw new ExtractionEmptyError(name, command, found === undefined ? 'nothing' : 'blank');
    }
    setVariable(name, [value]);
    addOutput({ ...extraction.outputFields, json_data: { [name]: value } });
    return { outcome: 'done' };
  },
});

interface FallbackParams {
  readonly command: string;
  readonly extraction_format: Format;
  readonly extraction_instructions?: string | undefined;
  readonly llm_provider?: string | undefined;
  readonly llm_model_name?: string | undefined;
}

/** The locator found nothing: a model may, if the step says what to look for. */
async function askInstead(
  context: ActionContext,
  params: FallbackParams,
  name: string | undefined,
): Promise<JsonValue> {
  const { extraction_format: format, extraction_instructions: wish } = params;
  if (!wish?.trim() || !context.hasModels) return null;
  const answer = await askFormat(context, {
    purpose: 'extraction',
    ...modelOf(params),
    format,
    instructions: readPage(context.text(wish)),
    page: { sources: ['axtree'] },
  });
  context.warn('locator found nothing, a model was asked', { locator: params.command });
  return answer[name ?? Object.keys(format).join()] ?? null;
}

type Format = Readonly<Record<string, unknown>>;

function readAs(
  text: string,
  field: { readonly format: Format; readonly name: string | undefined; readonly variable: string },
): JsonValue {
  const { fields } = parseExtractionFormat(field.format);
  const type = fields.get(field.name ?? '') ?? fields.values().next().value ?? { kind: 'any' };
  const converted = convertText(text, type);
  if (converted.kind === 'value') return converted.value;
  throw new ExtractionTypeError(field.variable, converted.type, text);
}

function checkTypes(format: Format, context: z.core.$RefinementCtx): void {
  for (const [name, descriptor] of Object.entries(format)) {
    if (isTextType(descriptor)) continue;
    context.addIssue({
      code: 'custom',
      path: [name],
      message:
        'A locator extracts one text: use str, int, float, bool or Any, or Optional[T] of these.',
    });
  }
}

/** A descriptor that is no type at all is complained about elsewhere. */
function isTextType(descriptor: unknown): boolean {
  try {
    const type = parseExtractionFormat({ value: descriptor }).fields.get('value');
    return type !== undefined && textTypeOf(type) !== undefined;
  } catch (error) {
    if (error instanceof ExtractionFormatError) return true;
    throw error;
  }
}
