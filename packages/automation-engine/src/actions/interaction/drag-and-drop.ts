import { z } from 'zod';
import { checkDrag, dragFields } from '../../fields/drag-fields.ts';
import { checkTarget, needTarget, targetFields } from '../../fields/target-fields.ts';
import { defineAction } from '../define-action.ts';

export const dragAndDrop = defineAction({
  group: 'interaction',
  kind: 'drag_and_drop',
  summary:
    'Drags the element to another one, or over a distance, with the mouse as a person does; added by Errand.',
  example: {
    command: 'get_by_text("Invoice 4711")',
    destination: { command: 'get_by_role("region", name="Paid")' },
  },
  place: 'page',
  params: z
    .strictObject({ ...targetFields, ...dragFields })
    .superRefine(checkTarget)
    .superRefine(needTarget)
    .superRefine(checkDrag),
  target: { act: 'click', actsBeforeFound: true },
  run: ({ elements: { actOn, openOther } }, params) => {
    const { destination, position, offset, hold_seconds: holdSeconds } = params;
    const onto = destination && ((share: number) => openOther(destination, share));
    const ontoPosition = destination?.position;
    return actOn(params, (element) =>
      element.dragTo({ position, onto, ontoPosition, offset, holdMs: holdSeconds * 1000 }),
    );
  },
});
