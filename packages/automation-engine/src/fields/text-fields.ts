import { z } from 'zod';

/** Text with at least one character that is not white space. */
export function requiredText() {
  return z.string().regex(/\S/, { error: 'The text is blank: fill it in.' });
}

/** Optional text; blank text counts as not given. */
export function blankableText() {
  return z
    .string()
    .nullable()
    .transform((text) => (text === null || text.trim() === '' ? undefined : text))
    .optional();
}

/** Names that every run sets itself, so no parameter or variable may have them. */
export const reservedNames: readonly string[] = ['current_page_url', 'current_time', 'task_id'];

/** Name of a variable that a step writes. May contain placeholders: `patient_{row}`. */
export function variableName() {
  return requiredText()
    .refine((name) => !reservedNames.includes(name), {
      error: ({ input }) =>
        `The name "${String(input)}" is reserved: every run sets it itself. Choose another name.`,
    })
    .refine((name) => name !== '__proto__', {
      error: 'A value cannot be called "__proto__". Choose another name.',
    });
}
