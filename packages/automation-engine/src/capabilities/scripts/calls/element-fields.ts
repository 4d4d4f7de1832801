import { z } from 'zod';
import { pageFields, shortText } from '../define-call.ts';

/** On every call of a locator. */
export const elementFields = {
  ...pageFields,
  expression: shortText(),
  has_placeholders: z.boolean().optional(),
};
