import { z } from 'zod';
import { optionalField } from './optional-field.ts';
import { blankableText } from './text-fields.ts';

/** Shared by the sub-actions that may start a download. */
export const downloadFields = {
  expect_download: z
    .boolean()
    .default(false)
    .describe(
      'The step starts a download: it ends when the file is complete, and fails without one.',
    ),
  download_filename: blankableText().describe(
    'Name of the downloaded file, with extension. Without it, or when it is a UUID, the name that the site gives is kept.',
  ),
  download_metadata: optionalField(z.record(z.string(), z.unknown())).describe(
    'Free-form data stored with the downloaded file. Placeholders in its texts are resolved when the file is complete; secure parameters are not available.',
  ),
};
