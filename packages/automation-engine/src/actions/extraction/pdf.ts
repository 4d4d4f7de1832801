import { z } from 'zod';
import { extractionFormat, formatDescription } from '../../fields/format-fields.ts';
import { modelFields } from '../../fields/model-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { FileUnreadableError } from '../../errors.ts';
import { defineAction } from '../define-action.ts';

export const pdf = defineAction({
  group: 'extraction',
  kind: 'pdf',
  summary:
    'Puts the text of a downloaded PDF file into the output; fields are for a model to fill, which this version does not ask.',
  idempotent: true,
  params: z.strictObject({
    filename: requiredText().describe(
      'Text that the name of the downloaded file contains; if only one file was downloaded, it is taken whatever its name. Placeholders are allowed.',
    ),
    extraction_format: extractionFormat().describe(formatDescription),
    extraction_instructions: requiredText().describe('What to extract, in plain language.'),
    ...modelFields(),
  }),
  run: async ({ addOutput, extraction, readPdf, text }, params) => {
    const { filename, text: content } = await readPdf(text(params.filename).trim());
    if (content === '' && !extraction.allowNone) {
      throw new FileUnreadableError(filename, 'it has no text, only pictures');
    }
    addOutput({
      unique_identifier: filename,
      ...extraction.outputFields,
      text: content,
    });
    return { outcome: 'done' };
  },
});
