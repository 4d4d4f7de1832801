import { z } from 'zod';
import {
  checkExpectation,
  expectationFields,
  failureMessageField,
} from '../../fields/expectation-fields.ts';
import { WaitForTimeoutError } from '../../page/elements/expectation-errors.ts';
import { defineAction } from '../define-action.ts';

export const waitFor = defineAction({
  group: 'misc',
  kind: 'wait_for',
  summary:
    'Waits until an element or the page meets an expectation, and then continues at once; fails the step (timeout) if it does not in time; added by Errand.',
  example: {
    command: 'get_by_text("Loading")',
    assertion: 'to_be_hidden',
    timeout: 60,
  },
  place: 'page',
  params: z
    .strictObject({
      ...expectationFields({ timeoutSeconds: 30 }),
      failure_message: failureMessageField(),
    })
    .superRefine(checkExpectation),
  effects: {
    onPage: 'reads',
    longestWait: ({ timeout: seconds }) => ({ field: 'timeout', seconds }),
  },
  run: async ({ text, elements: { judge } }, params) => {
    const { isMet, sentence } = await judge(params);
    if (isMet) return { outcome: 'done' };
    const { failure_message: message } = params;
    throw new WaitForTimeoutError(
      message === undefined ? sentence : `${text(message)} ${sentence}`,
    );
  },
});
