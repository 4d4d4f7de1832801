import { z } from 'zod';
import { checkTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const uncheck = defineAction({
  group: 'interaction',
  kind: 'uncheck',
  summary: 'Clears a checkbox; does nothing when it is clear already.',
  idempotent: true,
  params: z.strictObject(targetFields).superRefine(checkTarget),
  run: notImplemented,
});
