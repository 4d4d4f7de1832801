import { z } from 'zod';
import { AssertionFailedError } from '../action-errors.ts';
import {
  checkExpectation,
  expectationFields,
  failureMessageField,
} from '../../fields/expectation-fields.ts';
import { defineAction } from '../define-action.ts';

export const expect = defineAction({
  group: 'assertion',
  kind: 'expect',
  summary:
    'Waits until an element or the page meets an expectation, and fails the task (assertion_failed) if it does not in time; added by Errand.',
  example: {
    command: 'get_by_role("heading", name="Order shipped")',
    assertion: 'to_be_visible',
  },
  place: 'page',
  params: z
    .strictObject({
      ...expectationFields({ timeoutSeconds: 5 }),
      failure_message: failureMessageField(),
    })
    .superRefine(checkExpectation),
  effects: { longestWait: ({ timeout: seconds }) => ({ field: 'timeout', seconds }) },
  run: async ({ text, elements: { judge } }, params) => {
    const { isMet, sentence } = await judge(params);
    if (isMet) return { outcome: 'done' };
    const { failure_message: message } = params;
    throw new AssertionFailedError(
      message === undefined ? sentence : `${text(message)} ${sentence}`,
    );
  },
});
