import { z } from 'zod';
import { blankableText, requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

const side = z.enum(['request', 'response']).nullable().default('response');

export const networkCall = defineAction({
  group: 'extraction',
  kind: 'network_call',
  summary: 'Extracts the network calls that the page has made since the last interaction.',
  idempotent: true,
  params: z.strictObject({
    url_pattern: requiredText().describe('Text that the address of the call contains.'),
    extract_from: side.describe(
      'Body to extract: of the request or of the response; null extracts none.',
    ),
    download_from: side.describe(
      'Body to store as download_filename: of the response as it came, or of the request sent again; null stores none.',
    ),
    download_filename: blankableText().describe('Name of the file to store. Default: no file.'),
  }),
  run: notImplemented,
});
