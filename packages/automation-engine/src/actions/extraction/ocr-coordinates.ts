import { evaluateExpression, formatValue, parseExpression } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import { z } from 'zod';
import { boundingBoxVariables } from '../../fields/bounding-box-field.ts';
import { listName } from '../../fields/loop-variables.ts';
import { variableName } from '../../fields/text-fields.ts';
import { SourceListError } from '../action-errors.ts';
import { defineAction } from '../define-action.ts';

/** Stands in for a coordinate. */
const NOT_FOUND = -1;

export const ocrCoordinates = defineAction({
  group: 'extraction',
  kind: 'ocr_coordinates',
  summary:
    'Extracts where the centres of texts are, by text recognition: on the screen when the automation acts on one, else on the visible part of the page.',
  example: { source_variable: 'labels' },
  params: z.strictObject({
    source_variable: listName().describe(
      'Name of the list of strings to look for, or a path to one. They are looked for in order, small misreadings are forgiven, and no place counts twice. The output of the task gets an entry {text: [x, y]}.',
    ),
    output_x_variable: variableName()
      .default('coords_x')
      .describe(
        'Variable that gets the list of x coordinates, in pixels from the left edge; -1 where a text was not found.',
      ),
    output_y_variable: variableName()
      .default('coords_y')
      .describe(
        'Variable that gets the list of y coordinates, in pixels from the top edge; -1 where a text was not found.',
      ),
    bounding_box_variables: boundingBoxVariables(),
  }),
  fields: { idle: ['allow_none'] },
  run: async (context, params) => {
    const {
      bindings,
      text,
      output: { extraction, setVariable },
    } = context;
    const texts = readTexts(evaluateExpression(parseExpression(params.source_variable), bindings));
    if (!texts) throw new SourceListError(params.source_variable);
    const points = await context.page.locateTexts(texts, params.bounding_box_variables);
    const found = points.map((point) => point ?? { x: NOT_FOUND, y: NOT_FOUND });
    setVariable(
      text(params.output_x_variable),
      found.map(({ x }) => x),
    );
    setVariable(
      text(params.output_y_variable),
      found.map(({ y }) => y),
    );
    const entries = found.map(({ x, y }, at) => [texts[at] ?? '', [x, y]] as const);
    context.output.addOutput({
      ...extraction.outputFields,
      json_data: Object.fromEntries(entries),
    });
    return { outcome: 'done' };
  },
});

function readTexts(value: JsonValue): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((text: JsonValue) => (text === null ? '' : formatValue(text)));
}
