import { z } from 'zod';
import { addition } from './addition.ts';
import { exactlyOneOf } from './exactly-one.ts';
import { optionalLocatorText } from './locator-fields.ts';
import { optionalField } from './optional-field.ts';
import { leadsToPoint, positionField } from './pointer-fields.ts';
import type { targetFields } from './target-fields.ts';
import { blankableText } from './text-fields.ts';

const LONGEST_HOLD_SECONDS = 60;

const destination = z
  .strictObject({
    command: optionalLocatorText().describe(
      'Locator expression of the element to drop on. Placeholders are allowed inside. Cannot be combined with xpath.',
    ),
    xpath: blankableText().describe(
      'XPath of the element to drop on. Placeholders are allowed inside. Cannot be combined with command.',
    ),
    position: positionField(
      'Point of the destination to drop at, from the top left corner inside its border. Default: the centre.',
    ),
  })
  .superRefine(exactlyOneOf(['command', 'xpath']));

const distance = z.strictObject({
  x: z.number().default(0).describe('To the right, in CSS pixels; may be negative.'),
  y: z.number().default(0).describe('Downwards, in CSS pixels; may be negative.'),
});

/** The fields of a drag besides its target, which is the dragged element. */
export const dragFields = {
  position: positionField(
    'Point of the element where it is grabbed, from the top left corner inside its border. Needs command, xpath or prompt_instructions. Default: the centre.',
  ),
  destination: addition(
    optionalField(destination),
    'The element of the same page to drop on. It may take half of the time of the step to appear before the drag, and as much again during it, if it appears only then; an error says whether it is about the source or the destination. It may be in another frame if the browser itself drags the element (HTML drag and drop). skip_prompt makes the source optional only. Cannot be combined with offset.',
  ),
  offset: addition(
    optionalField(distance),
    'Distance of the drop from where the element was grabbed. Cannot be combined with destination.',
  ),
  hold_seconds: addition(
    z.number().min(0).max(LONGEST_HOLD_SECONDS).default(0),
    'How long the button is pressed before the first move, in seconds (0 to 60), for what can be dragged only after a long press.',
  ),
};

type DragParams = z.output<z.ZodObject<typeof dragFields & typeof targetFields>>;

/**
 * A `superRefine` check: exactly one end of the drag, and no `position` if the target is a point.
 */
export function checkDrag(drag: DragParams, context: z.core.$RefinementCtx): void {
  exactlyOneOf(['destination', 'offset'])(drag, context);
  if (drag.offset && drag.offset.x === 0 && drag.offset.y === 0) {
    const message = 'offset is not a distance: specify x or y other than 0.';
    context.addIssue({ code: 'custom', path: ['offset'], message });
  }
  if (!drag.position || !leadsToPoint(drag)) return;
  const message =
    'position needs the element that command or xpath finds: coordinates and keyword are a point already.';
  context.addIssue({ code: 'custom', path: ['position'], message });
}
