import { z } from 'zod';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction } from '../define-action.ts';

export const hover = defineAction({
  group: 'interaction',
  kind: 'hover',
  summary: 'Moves the mouse over the element once it is visible and stable.',
  example: { command: 'get_by_role("menuitem", name="Reports")' },
  place: 'screen',
  params: z.strictObject(targetFields).superRefine(checkTarget).superRefine(needTarget),
  effects: { repetition: 'harmless' },
  target: { act: 'click' },
  run: ({ elements: { actOn } }, target) => actOn(target, (element) => element.hover()),
});
