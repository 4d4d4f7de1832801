import { z } from 'zod';
import { boundingBoxVariables } from '../../fields/bounding-box-field.ts';
import { requiredText, variableName } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const ocrCoordinates = defineAction({
  group: 'extraction',
  kind: 'ocr_coordinates',
  summary: 'Finds texts on a screenshot and extracts where their centres are.',
  idempotent: true,
  params: z.strictObject({
    source_variable: requiredText().describe('Name of the list of texts to look for.'),
    output_x_variable: variableName()
      .default('coords_x')
      .describe('Variable that gets the x coordinates, in pixels; -1 where a text was not found.'),
    output_y_variable: variableName()
      .default('coords_y')
      .describe('Variable that gets the y coordinates, in pixels; -1 where a text was not found.'),
    bounding_box_variables: boundingBoxVariables(),
  }),
  run: notImplemented,
});
