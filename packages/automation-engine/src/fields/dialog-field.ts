import { z } from 'zod';
import { addition } from './addition.ts';
import { optionalField } from './optional-field.ts';

/** Maximum length of the text for a prompt, after its placeholders are filled in. */
export const LONGEST_DIALOG_TEXT = 1000;

const dialogSchema = z
  .strictObject({
    accept: z
      .boolean()
      .describe(
        'True presses OK (of a beforeunload dialog: leaves the page), false presses Cancel (stays on it). An alert just closes.',
      ),
    text: optionalField(z.string().max(LONGEST_DIALOG_TEXT)).describe(
      'Text for prompts, at most 1,000 characters; placeholders are allowed, those of secrets are not. Dialogs of other types ignore it. Without it, a prompt keeps its prefilled text. Only with accept true.',
    ),
  })
  .superRefine(({ accept, text }, context) => {
    if (accept || text === undefined) return;
    const message = 'text needs accept true: a prompt that is cancelled takes no text.';
    context.addIssue({ code: 'custom', path: ['text'], message });
  });

export type DialogSetting = z.output<typeof dialogSchema>;

/** Setting for how the dialogs of a page are answered. */
export function dialogField(description: string) {
  return addition(optionalField(dialogSchema), description);
}
