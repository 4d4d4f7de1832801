import { z } from 'zod';
import { requiredText } from '../../fields/text-fields.ts';
import { bindCommands } from '../../capabilities/scripts/powershell-text.ts';
import { defineAction } from '../define-action.ts';

export const powershellAction = defineAction({
  group: 'node',
  kind: 'powershell_action',
  summary:
    'Runs commands in PowerShell on the worker, in the sandbox of scripts; their output is in the log of the step.',
  example: { commands: ['Get-Date'] },
  params: z.strictObject({
    commands: z
      .array(requiredText())
      .min(1)
      .describe(
        'Commands that run one after the other in one shell, until one fails. A placeholder may stand alone or inside quotes, where its value cannot become code.',
      ),
    exit_after_commands: z
      .boolean()
      .default(true)
      .describe(
        'Leaves the shell afterwards; otherwise the next step with commands continues in it.',
      ),
  }),
  run: async (
    { bindings, scripts: { runPowershell } },
    { commands, exit_after_commands: exits },
  ) => {
    await runPowershell(bindCommands(commands, bindings), { exits });
    return { outcome: 'done' };
  },
});
