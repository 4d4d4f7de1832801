import { z } from 'zod';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const screenshot = defineAction({
  group: 'extraction',
  kind: 'screenshot',
  summary:
    'Stores a screenshot of the current page, or of the remote desktop, as a file of the task.',
  example: { filename: 'order.png', full_page: true },
  params: z.strictObject({
    filename: requiredText().describe(
      'Name of the file, with extension: png (the default), jpg, jpeg, or webp, which a remote desktop does not have.',
    ),
    full_page: z
      .boolean()
      .default(true)
      .describe(
        'Takes the whole page, not only what is scrolled into view. A remote desktop has only what it shows.',
      ),
  }),
  fields: { idle: ['unique_identifier', 'allow_none'] },
  run: async ({ text, files: { takeScreenshot } }, { filename, full_page: isFullPage }) => {
    await takeScreenshot({ filename: text(filename), isFullPage });
    return { outcome: 'done' };
  },
});
