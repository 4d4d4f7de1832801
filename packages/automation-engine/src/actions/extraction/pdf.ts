import { z } from 'zod';
import { extractionFormat, formatDescription } from '../../fields/format-fields.ts';
import { modelFields } from '../../fields/model-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const pdf = defineAction({
  group: 'extraction',
  kind: 'pdf',
  summary: 'Lets a model read fields from a downloaded PDF file.',
  idempotent: true,
  params: z.strictObject({
    filename: requiredText().describe(
      'Text that the name of the downloaded file contains; if only one file was downloaded, it is taken whatever its name.',
    ),
    extraction_format: extractionFormat().describe(formatDescription),
    extraction_instructions: requiredText().describe('What to extract, in plain language.'),
    ...modelFields(),
  }),
  run: notImplemented,
});
