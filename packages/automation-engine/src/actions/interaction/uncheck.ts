import { z } from 'zod';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction } from '../define-action.ts';

export const uncheck = defineAction({
  group: 'interaction',
  kind: 'uncheck',
  summary: 'Clears a checkbox; does nothing if it is already clear.',
  example: { command: 'get_by_label("Send me offers")' },
  place: 'page',
  params: z.strictObject(targetFields).superRefine(checkTarget).superRefine(needTarget),
  effects: { repetition: 'harmless' },
  target: { act: 'check' },
  run: ({ elements: { actOn } }, target) => actOn(target, (element) => element.setChecked(false)),
});
