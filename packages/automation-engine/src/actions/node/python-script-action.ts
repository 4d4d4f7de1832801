import { z } from 'zod';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const pythonScriptAction = defineAction({
  group: 'node',
  kind: 'python_script_action',
  summary: 'Runs a script on the page.',
  idempotent: false,
  params: z.strictObject({
    execution_code: requiredText().describe('Source that defines an async function code_fn(page).'),
  }),
  run: notImplemented,
});
