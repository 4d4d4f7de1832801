import { z } from 'zod';
import { extractionFormat, FORMAT_DESCRIPTION } from '../../fields/format-fields.ts';
import { modelFields, modelOf } from '../../fields/model-fields.ts';
import { requiredText } from '../../fields/text-fields.ts';
import type { ActionContext } from '../action-context.ts';
import type { OutputEntry } from '../../reports/output-entry.ts';
import { FileUnreadableError, ModelMissingError } from '../../errors.ts';
import { askFormat, assertFound } from '../../capabilities/models/ask-format.ts';
import { readDocument } from '../../capabilities/models/instructions.ts';
import { defineAction } from '../define-action.ts';

export const pdf = defineAction({
  group: 'extraction',
  kind: 'pdf',
  summary:
    'Lets a model read fields from a downloaded PDF file; without a model its text goes into the output, and the step fails unless allow_none is set.',
  example: {
    filename: 'invoice.pdf',
    extraction_format: { total: 'float' },
    extraction_instructions: 'The amount due',
  },
  params: z.strictObject({
    filename: requiredText().describe(
      'Text that the name of the downloaded file contains; if only one file was downloaded, it is used regardless of its name. Placeholders are allowed.',
    ),
    extraction_format: extractionFormat().describe(FORMAT_DESCRIPTION),
    extraction_instructions: requiredText().describe(
      'What to extract, in plain language; placeholders are allowed.',
    ),
    ...modelFields(),
  }),
  run: async (context, params) => {
    const file = await context.files.findDownload(context.text(params.filename).trim());
    const identity = {
      unique_identifier: file.filename,
      ...context.output.extraction.outputFields,
    };
    if (!context.models.hasModels) {
      await keepText(context, file, identity);
      if (context.output.extraction.allowNone) return { outcome: 'done' };
      throw new ModelMissingError('pdf extraction');
    }
    const { extraction_format: format, extraction_instructions: wish } = params;
    const answer = await askFormat(context.models, {
      purpose: 'pdf',
      ...modelOf(params),
      format,
      instructions: readDocument(context.text(wish)),
      pdf: file,
    });
    context.output.addOutput({ ...identity, json_data: answer });
    if (!context.output.extraction.allowNone) assertFound(answer);
    return { outcome: 'done' };
  },
});

/** Without a model, adds only the text of the file to the output. */
async function keepText(
  { output: { addOutput, extraction }, files: { readPdfText } }: ActionContext,
  { filename, path }: { readonly filename: string; readonly path: string },
  identity: OutputEntry,
): Promise<void> {
  const text = await readPdfText(path);
  if (text === '' && !extraction.allowNone) {
    throw new FileUnreadableError(filename, 'it has no text, only pictures');
  }
  addOutput({ ...identity, text });
}
