import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import { extractionFormat } from '../../fields/format-fields.ts';
import { locatorText } from '../../fields/locator-fields.ts';
import { modelFields, modelOf } from '../../fields/model-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { requiredText, variableName } from '../../fields/text-fields.ts';
import type { ActionContext } from '../action-context.ts';
import { ExtractionEmptyError } from '../action-errors.ts';
import { askFormat } from '../../capabilities/models/ask-format.ts';
import { readPage } from '../../capabilities/models/instructions.ts';
import { defineAction } from '../define-action.ts';
import {
  elementOf,
  findMissing,
  readAs,
  type Reading,
  readRows,
  typeOf,
  whyUnsuitable,
} from '../read-types.ts';

const locatorFields = z.strictObject({
  command: locatorText().describe(
    'Locator expression of the element in Python Playwright syntax; placeholders are allowed.',
  ),
  output_variable_name: optionalField(variableName()).describe(
    'Variable that gets the text; a key of extraction_format. Default: node<number>_output, and the only key of extraction_format is renamed to it.',
  ),
  extraction_format: extractionFormat().describe(
    'Names and types of what is extracted: str, int, float, bool or Any, or Optional[T] of these. The text is read as its type; a text that does not fit fails the step, a blank one is null (a str or Any only when Optional). int and float take a plain number such as 1234.5, without a currency or separators: extract 1.50 EUR or 1,234.50 as str.',
  ),
  extraction_instructions: optionalField(z.string()).describe(
    'What to extract, in plain language; a model is asked when the locator finds nothing.',
  ),
  attribute: optionalField(requiredText()).describe(
    'Name of the attribute to extract instead of the text, as in the page, such as href. A missing attribute is null. Cannot be combined with table. Added by Errand.',
  ),
  all_matches: z
    .boolean()
    .default(false)
    .describe(
      'Extracts a list with the text of every match, in the order of the page, once their number is steady. The type in extraction_format is that of one text, or a list of it. Cannot be combined with table. Added by Errand.',
    ),
  table: z
    .boolean()
    .default(false)
    .describe(
      'The element is a table or an ARIA grid, or holds exactly one: extracts a list of its rows, each an object of strings by column header. extraction_format is Any for all columns, or an object of the wanted ones with their types. Only rows that are in the page and displayed, without table footers, blank rows and rows that are one cell across the whole width; a cell that spans several columns or rows is in each of them; columns without a header are column_1, column_2. If a grid reports more rows than are in the page, the log of the step says so. Added by Errand.',
    ),
  ...modelFields(),
});

type LocatorParams = z.output<typeof locatorFields>;

export const locator = defineAction({
  group: 'extraction',
  kind: 'locator',
  summary:
    'Extracts the text of the first element that a locator finds (of a form control, its value), an attribute of it, the texts of all of them, or the rows of a table.',
  example: {
    command: 'get_by_test_id("price")',
    extraction_format: { price: 'str' },
    output_variable_name: 'price',
  },
  place: 'page',
  params: locatorFields.superRefine(checkNames).superRefine(checkReading),
  fields: {
    nameOutput(params, name) {
      if (params.output_variable_name !== undefined) return;
      const [fieldType] = Object.values(params.extraction_format);
      params.output_variable_name = name;
      params.extraction_format = { [name]: fieldType };
    },
  },
  run: async (context, params) => {
    const {
      text,
      output: { addOutput, extraction, setVariable },
    } = context;
    const { extraction_format: format, output_variable_name: given } = params;
    // If no name is given, the schema guarantees that the format has exactly one key.
    const name = text(given ?? Object.keys(format).join());
    const value = await readers[readingOf(params)](context, { ...params, name });
    setVariable(name, Array.isArray(value) ? value : [value]);
    addOutput({ ...extraction.outputFields, json_data: { [name]: value } });
    return { outcome: 'done' };
  },
});

function checkNames(
  { output_variable_name: name, extraction_format: format }: LocatorParams,
  context: z.core.$RefinementCtx,
): void {
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
}

function readingOf({ all_matches: isList, table: isTable }: LocatorParams): Reading {
  if (isTable) return 'table';
  return isList ? 'list' : 'text';
}

function checkReading(params: LocatorParams, context: z.core.$RefinementCtx): void {
  const complain = (path: string[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const { table: isTable, all_matches: isList, attribute } = params;
  if (isTable && isList) {
    complain(['all_matches'], 'all_matches cannot be combined with table: remove one of them.');
  }
  if (isTable && attribute !== undefined) {
    complain(['attribute'], 'attribute cannot be combined with table: remove one of them.');
  }
  if ((isTable || isList) && params.extraction_instructions?.trim()) {
    const what = isTable ? 'table' : 'all_matches';
    complain(
      ['extraction_instructions'],
      `A model cannot extract ${what}: remove extraction_instructions, or extract by llm.`,
    );
  }
  for (const [name, descriptor] of Object.entries(params.extraction_format)) {
    const problem = whyUnsuitable(descriptor, readingOf(params));
    if (problem !== undefined) complain(['extraction_format', name], problem);
  }
}

interface ReadParams extends LocatorParams {
  /** With its placeholders bound. */
  readonly name: string;
}

const readers: Readonly<
  Record<Reading, (context: ActionContext, params: ReadParams) => Promise<JsonValue>>
> = { list: readList, table: readTable, text: readOne };

async function readOne(context: ActionContext, params: ReadParams): Promise<JsonValue> {
  const { command, extraction_format: format, output_variable_name: given, name } = params;
  const found = await context.elements.readText(command, params.attribute);
  const value =
    found === undefined
      ? await askInstead(context, params, given)
      : readAs(found, typeOf(format, given), name);
  if (value !== null || context.output.extraction.allowNone) return value;
  throw new ExtractionEmptyError(
    name,
    command,
    found === undefined ? undefined : blankness(params),
  );
}

async function readList(context: ActionContext, params: ReadParams): Promise<JsonValue> {
  const { command, extraction_format: format, output_variable_name: given, name } = params;
  const type = elementOf(typeOf(format, given));
  const texts = await context.elements.readTexts(command, params.attribute);
  const values = texts.map((text, index) => readAs(text, type, `${name}[${index}]`));
  if (context.output.extraction.allowNone) return values;
  if (values.length === 0) throw new ExtractionEmptyError(name, command);
  const missing = values
    .map((value, index) => findMissing(value, type, `${name}[${index}]`))
    .find((place) => place !== undefined);
  if (missing !== undefined) throw new ExtractionEmptyError(missing, command, blankness(params));
  return values;
}

async function readTable(context: ActionContext, params: ReadParams): Promise<JsonValue> {
  const { command, extraction_format: format, output_variable_name: given, name } = params;
  const type = elementOf(typeOf(format, given));
  const table = await context.elements.readTable(command);
  if (table && table.missingRows > 0) {
    context.output.noteLog(
      `${name}: ${table.rows.length} rows are on the page; the table reports ${table.missingRows} more. Scroll or page to them, then extract again.`,
    );
  }
  const rows = table ? readRows(table, type, name) : [];
  if (context.output.extraction.allowNone) return rows;
  if (rows.length === 0) {
    throw new ExtractionEmptyError(name, command, table ? 'has no rows' : undefined);
  }
  const missing = rows
    .map((row, index) => findMissing(row, type, `${name}[${index}]`))
    .find((place) => place !== undefined);
  if (missing !== undefined) throw new ExtractionEmptyError(missing, command, 'has no text there');
  return rows;
}

function blankness({ attribute }: ReadParams): string {
  return attribute === undefined ? 'has no text' : `has no attribute ${attribute}, or an empty one`;
}

/** Asks a model when the locator found nothing, if the step has instructions; null otherwise. */
async function askInstead(
  context: ActionContext,
  params: LocatorParams,
  name: string | undefined,
): Promise<JsonValue> {
  const { extraction_format: format, extraction_instructions: wish } = params;
  if (!wish?.trim() || !context.models.hasModels) return null;
  const answer = await askFormat(context.models, {
    purpose: 'extraction',
    ...modelOf(params),
    format,
    instructions: readPage(context.text(wish)),
    page: { sources: ['axtree'] },
  });
  context.output.warn('locator found nothing, so a model was asked', { locator: params.command });
  return answer[name ?? Object.keys(format).join()] ?? null;
}
