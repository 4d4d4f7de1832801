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
    'Free-form data stored with the downloaded file. Placeholders in its strings are resolved when the file is complete; secure parameters are not available.',
  ),
};

/** The download fields of an action, with their wire names. */
export type DownloadParams = z.output<z.ZodObject<typeof downloadFields>>;

/**
 * Recorders write a UUID as the name, even into steps that download nothing. It counts as no name.
 */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a `download_filename` names a file. */
export function isRealName(name: string): boolean {
  return !UUID.test(name.trim());
}

/** A `superRefine` check: the other download fields need `expect_download`. */
export function checkDownload(download: DownloadParams, context: z.core.$RefinementCtx): void {
  const {
    expect_download: isExpected,
    download_filename: name,
    download_metadata: more,
  } = download;
  if (isExpected) return;
  const idle = [
    ...(name !== undefined && isRealName(name) ? ['download_filename'] : []),
    ...(more !== undefined && Object.keys(more).length > 0 ? ['download_metadata'] : []),
  ];
  for (const field of idle) {
    const message = `${field} needs expect_download: without it the step does not wait for a download.`;
    context.addIssue({ code: 'custom', path: [field], message });
  }
}
