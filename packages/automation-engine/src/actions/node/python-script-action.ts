import { z } from 'zod';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction } from '../define-action.ts';

export const pythonScriptAction = defineAction({
  group: 'node',
  kind: 'python_script_action',
  summary: 'Runs a Python script on the page, in a sandbox.',
  example: {
    execution_code: 'async def code_fn(page):\n    await page.keyboard.press("Escape")',
  },
  place: 'page',
  params: z.strictObject({
    execution_code: requiredText().describe(
      'Python that defines async def code_fn(page); a parameter named ctx gets the context of the run. Placeholders become values.',
    ),
  }),
  effects: { mayDownload: () => true },
  run: async ({ scripts: { runScript } }, { execution_code: source }) => {
    await runScript({ source, gives: ['page'] });
    return { outcome: 'done' };
  },
});
