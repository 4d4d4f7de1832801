import { z } from 'zod';
import { optionalField } from './optional-field.ts';

/** The part of the screen to look in. */
export function boundingBoxVariables() {
  const names = z.array(z.string()).length(4, {
    error: 'Give exactly four variable names: left, top, right and bottom (x1, y1, x2, y2).',
  });
  return optionalField(names).describe(
    'Names of four variables with the box to look in: left, top, right, bottom, in pixels.',
  );
}
