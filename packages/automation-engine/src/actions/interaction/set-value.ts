import { z } from 'zod';
import { addition } from '../../fields/addition.ts';
import {
  checkTarget,
  listTargetTexts,
  needTarget,
  targetFields,
} from '../../fields/target-fields.ts';
import { defineAction } from '../define-action.ts';

export const setValue = defineAction({
  group: 'interaction',
  kind: 'set_value',
  summary:
    'Sets a control of any kind to a value as a person does, and checks what it shows afterwards; skipped if the value is a placeholder for an element of an empty list; added by Errand.',
  example: {
    command: 'get_by_label("Delivery date")',
    value: '{delivery_date[0]}',
  },
  place: 'page',
  params: z
    .strictObject({
      ...targetFields,
      value: addition(
        z.union([z.string(), z.number(), z.boolean()]),
        'Value to set; placeholders are allowed in a string, but those of secrets only for a text field. A number for sliders (range, role slider) and spin buttons; YYYY-MM-DD, YYYY-MM-DDTHH:MM, HH:MM, YYYY-MM, YYYY-Www or #rrggbb for the fields of dates, times, months, weeks and colours; true or false for checkboxes and switches; the value or label of an option for a select, a group of radio buttons or one of them, such as a rating (true for that one, unless an option has that name); a text for all other fields. A value that the control cannot hold is refused before anything is done, and value_not_taken names what the control shows if it did not take the value.',
      ),
    })
    .superRefine(checkTarget)
    .superRefine(needTarget),
  fields: {
    typed: {
      name: 'value',
      describe: (params) => ({
        // A boolean sets a checkbox, such as one that reveals the password.
        text: typeof params.value === 'boolean' ? undefined : String(params.value),
        target: listTargetTexts(params),
      }),
    },
  },
  effects: { repetition: 'harmless' },
  target: { act: 'fill' },
  run: async ({ typedText, elements: { actOn } }, params) => {
    const { value } = params;
    const wanted = typeof value === 'string' ? typedText(value) : String(value);
    if (wanted === undefined) {
      return { outcome: 'skipped', reason: `${String(value).trim()} has no value.` };
    }
    return actOn(params, (element) => element.setValue(wanted));
  },
});
