import { z } from 'zod';
import type { ClickOptions } from '../../page/acting/element-acts.ts';
import type { Modifier } from '../../page/pages/pointer.ts';
import { checkDownload, downloadFields } from '../../fields/download-fields.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { checkClick, clickFields } from '../../fields/pointer-fields.ts';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction } from '../define-action.ts';

const deviation = z.strictObject({
  x: z.number().default(0).describe('To the right, in CSS pixels; may be negative.'),
  y: z.number().default(0).describe('Downwards, in CSS pixels; may be negative.'),
});

const clickParams = z
  .strictObject({
    ...targetFields,
    double_click: z.boolean().default(false).describe('Clicks twice, as a double click.'),
    ...downloadFields,
    button: z.enum(['left', 'right', 'middle']).default('left').describe('Mouse button.'),
    mouse_click: z
      .boolean()
      .default(false)
      .describe(
        'Clicks a point with the mouse: the centre of the element (on the screen: the place of the target), moved by mouse_click_deviation.',
      ),
    mouse_click_deviation: optionalField(deviation).describe(
      'Distance of the click from the centre of the element, or from the place of the target. Used with mouse_click.',
    ),
    force: z
      .boolean()
      .default(false)
      .describe(
        'Clicks as soon as the element is visible, without waiting until it is enabled, stands still and is not covered; on the screen without comparing it with recording_screenshot.',
      ),
    ...clickFields,
  })
  .superRefine(checkTarget)
  .superRefine(needTarget)
  .superRefine(checkDownload)
  .superRefine(checkClick)
  .superRefine(({ mouse_click: isAtPoint, mouse_click_deviation: deviated }, context) => {
    if (isAtPoint || !deviated || (deviated.x === 0 && deviated.y === 0)) return;
    context.addIssue({
      code: 'custom',
      path: ['mouse_click_deviation'],
      message:
        'mouse_click_deviation needs mouse_click: only a mouse click can land off the centre.',
    });
  });

type ClickParams = z.output<typeof clickParams>;

export const clickElement = defineAction({
  group: 'interaction',
  kind: 'click_element',
  summary:
    'Clicks the element once it is visible, enabled, stable and not covered; on the screen, the place of the target.',
  example: { command: 'get_by_role("button", name="Save")' },
  place: 'screen',
  params: clickParams,
  effects: { mayDownload: ({ expect_download: isExpected }) => isExpected },
  fields: {
    findPageField: ({ expect_download: isExpected }) =>
      isExpected ? { name: 'expect_download' } : undefined,
    findElementField: ({ modifiers, position, hold_seconds: holdSeconds }) => {
      if (modifiers.length > 0) return 'modifiers';
      if (position !== undefined) return 'position';
      return holdSeconds > 0 ? 'hold_seconds' : undefined;
    },
  },
  target: { act: 'click', isOptional: ({ skip_prompt: isOptional }) => isOptional },
  run: ({ elements: { actOn }, files: { mayDownload } }, params) =>
    actOn(params, (element) => mayDownload(params, () => element.click(clickOptions(params)))),
});

function clickOptions(params: ClickParams): ClickOptions {
  const { button, force, mouse_click_deviation: deviated = { x: 0, y: 0 } } = params;
  return {
    button,
    force,
    count: params.double_click ? 2 : 1,
    offset: params.mouse_click ? deviated : undefined,
    position: params.position,
    modifiers: heldKeys(params.modifiers),
    holdMs: params.hold_seconds * 1000,
  };
}

function heldKeys(names: ClickParams['modifiers']): Modifier[] {
  return [...new Set(names.map((name) => (name === 'ControlOrMeta' ? 'Control' : name)))];
}
