import { z } from 'zod';
import { pageFields, shortText } from '../define-call.ts';

/** Fields of every locator call. */
export const elementFields = {
  ...pageFields,
  expression: shortText(),
  has_placeholders: z.boolean().optional(),
};
