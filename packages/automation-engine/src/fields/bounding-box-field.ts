import { z } from 'zod';
import { optionalField } from './optional-field.ts';

/** The part of the screen to search. */
export function boundingBoxVariables() {
  const names = z.array(z.string()).length(4, {
    error: 'Give exactly four variable names: left, top, right and bottom (x1, y1, x2, y2).',
  });
  return optionalField(names).describe(
    'The box to look in: left, top, right, bottom, in pixels of the screen, or of the page area for a step that works on the page. Each is an integer as text, or the name of a variable: name (its first value), name[i] or {name[i]}. One without a value, or -1, means no box.',
  );
}
