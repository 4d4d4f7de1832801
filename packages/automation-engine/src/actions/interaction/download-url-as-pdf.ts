import { z } from 'zod';
import { blankableText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const downloadUrlAsPdf = defineAction({
  group: 'interaction',
  kind: 'download_url_as_pdf',
  summary:
    'Stores the document at a URL as a PDF file, fetched with the cookies of the browser: a PDF unchanged, any other page printed.',
  example: { download_filename: 'terms.pdf' },
  place: 'page',
  params: z.strictObject({
    download_filename: blankableText().describe(
      'Name of the file; placeholders are allowed. Without an extension it gets .pdf. Without a name, or if it is a UUID, the file is named after its URL.',
    ),
    url: blankableText().describe(
      'URL to fetch; placeholders are allowed. Default: the current page as it is shown.',
    ),
  }),
  effects: { mayDownload: () => true, repetition: 'harmless' },
  run: async ({ files: { savePdf } }, { url, download_filename: filename }) => {
    await savePdf({ url, filename });
    return { outcome: 'done' };
  },
});
