import { z } from 'zod';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const pythonScript = defineAction({
  group: 'assertion',
  kind: 'python_script',
  summary: 'Asserts that a script returns a true value.',
  idempotent: false,
  params: z.strictObject({
    script: requiredText().describe('Source that defines an async function code_fn(page).'),
  }),
  run: notImplemented,
});
