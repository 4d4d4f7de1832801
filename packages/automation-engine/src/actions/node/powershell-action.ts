import { z } from 'zod';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const powershellAction = defineAction({
  group: 'node',
  kind: 'powershell_action',
  summary: 'Types commands into the shell that has the focus on a remote desktop.',
  idempotent: false,
  params: z.strictObject({
    commands: z
      .array(requiredText())
      .min(1)
      .describe('Commands, each followed by Enter; placeholders are allowed.'),
    exit_after_commands: z.boolean().default(true).describe('Leaves the shell afterwards.'),
  }),
  run: notImplemented,
});
