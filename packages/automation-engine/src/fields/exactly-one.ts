import type { z } from 'zod';

/** Marks the issue as one that a misspelt field may explain. */
export const noneGiven = { isNoneGiven: true };

/** A `superRefine` check: exactly one of the fields is given. */
export function exactlyOneOf(fields: readonly string[]) {
  return (value: object, context: z.core.$RefinementCtx): void => {
    const given = Object.entries(value)
      .filter(([key, content]) => fields.includes(key) && content !== undefined)
      .map(([key]) => key);
    if (given.length === 1) return;
    context.addIssue({
      code: 'custom',
      path: given.slice(1, 2),
      message: complain(fields, given),
      params: given.length === 0 ? noneGiven : {},
    });
  };
}

function complain(fields: readonly string[], given: readonly string[]): string {
  if (given.length === 0) return `Give exactly one of ${fields.join(', ')}; found none.`;
  return `Give exactly one of ${fields.join(', ')}; found ${given.join(' and ')}.`;
}
