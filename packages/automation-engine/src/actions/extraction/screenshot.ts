import { z } from 'zod';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const screenshot = defineAction({
  group: 'extraction',
  kind: 'screenshot',
  summary: 'Stores a screenshot of the current page as a file of the task.',
  idempotent: true,
  params: z.strictObject({
    filename: requiredText().describe('Name of the file, with extension.'),
    full_page: z
      .boolean()
      .default(true)
      .describe('Takes the whole page, not only what is scrolled into view.'),
  }),
  run: async ({ takeScreenshot, text }, { filename, full_page: isFullPage }) => {
    await takeScreenshot({ filename: text(filename), isFullPage });
    return { outcome: 'done' };
  },
});
