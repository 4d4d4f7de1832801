import { z } from 'zod';
import { blankableText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const downloadUrlAsPdf = defineAction({
  group: 'interaction',
  kind: 'download_url_as_pdf',
  summary: 'Fetches an address with the cookies of the browser and stores what comes as a file.',
  idempotent: true,
  params: z.strictObject({
    download_filename: blankableText().describe(
      'Name of the file, with extension; placeholders are allowed. Default: a random name.',
    ),
    url: blankableText().describe(
      'Address to fetch; placeholders are allowed. Default: the address of the current page.',
    ),
  }),
  run: notImplemented,
});
