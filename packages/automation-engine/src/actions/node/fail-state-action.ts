import { z } from 'zod';
import { requiredText } from '../../fields/text-fields.ts';
import { FailStateError } from '../action-errors.ts';
import { defineAction } from '../define-action.ts';

export const failStateAction = defineAction({
  group: 'node',
  kind: 'fail_state_action',
  summary:
    'Fails the task with a message, for a state that the automation recognises as a failure.',
  example: { failure_message: 'The order {order_number[0]} does not exist.' },
  params: z.strictObject({
    failure_message: requiredText()
      .default('The automation completed at one of the failure states.')
      .describe('Error of the task; placeholders are allowed.'),
  }),
  effects: { alwaysFails: true, repetition: 'harmless' },
  run: async ({ text }, { failure_message: message }) => {
    throw new FailStateError(text(message));
  },
});
