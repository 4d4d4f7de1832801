import { z } from 'zod';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction } from '../define-action.ts';

export const check = defineAction({
  group: 'interaction',
  kind: 'check',
  summary: 'Sets a checkbox or radio button; does nothing if it is already set.',
  example: { command: 'get_by_label("I accept the terms")' },
  place: 'page',
  params: z.strictObject(targetFields).superRefine(checkTarget).superRefine(needTarget),
  effects: { repetition: 'harmless' },
  target: { act: 'check' },
  run: ({ elements: { actOn } }, target) => actOn(target, (element) => element.setChecked(true)),
});
