import { z } from 'zod';
import { addition } from './addition.ts';
import { optionalField } from './optional-field.ts';
import type { TargetParams } from './target-fields.ts';

const LONGEST_HOLD_SECONDS = 60;

const modifierNames = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'] as const;

const position = z.strictObject({
  x: z.number().min(0).describe('To the right, in CSS pixels.'),
  y: z.number().min(0).describe('Downwards, in CSS pixels.'),
});

/** A point within the element, measured as Playwright measures it. */
export function positionField(description: string) {
  return addition(optionalField(position), description);
}

/** The options beyond a plain click. */
export const clickFields = {
  modifiers: addition(
    z.array(z.enum(modifierNames)).default([]),
    'Keys that are held during the click. ControlOrMeta is Control here. Not on the screen.',
  ),
  position: positionField(
    'Point of the element that is clicked, from the top left corner inside its border. Needs command, xpath or prompt_instructions; not with mouse_click, and not on the screen. Default: the centre.',
  ),
  hold_seconds: addition(
    z.number().min(0).max(LONGEST_HOLD_SECONDS).default(0),
    'How long the button stays pressed, in seconds (0 to 60). Not with double_click, and not on the screen.',
  ),
};

type ClickParams = z.output<z.ZodObject<typeof clickFields>> &
  TargetParams & { readonly double_click: boolean; readonly mouse_click: boolean };

/** A `superRefine` check: the options of a click are compatible. */
export function checkClick(click: ClickParams, context: z.core.$RefinementCtx): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (click.hold_seconds > 0 && click.double_click) {
    refuse(
      'hold_seconds',
      'hold_seconds and double_click cannot be combined: press and hold is one click.',
    );
  }
  if (!click.position) return;
  if (click.mouse_click) {
    refuse(
      'position',
      'position and mouse_click cannot be combined: mouse_click counts from the centre (mouse_click_deviation).',
    );
  }
  if (leadsToPoint(click)) {
    refuse(
      'position',
      'position needs the element that command or xpath finds: coordinates and keyword are a point already.',
    );
  }
}

/** Whether the target resolves to a point of the page instead of an element. */
export function leadsToPoint(
  target: Pick<TargetParams, 'command' | 'coordinates' | 'keyword' | 'skip_command' | 'xpath'>,
): boolean {
  const { command, xpath, skip_command: isSkipped, keyword, coordinates } = target;
  if (!isSkipped && (command !== undefined || xpath !== undefined)) return false;
  return Boolean(keyword?.trim()) || coordinates !== undefined;
}
