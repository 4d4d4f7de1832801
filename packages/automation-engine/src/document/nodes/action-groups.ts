import { z } from 'zod';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import { blankableText } from '../../fields/text-fields.ts';
import { findActionIn, findActionsIn } from './action-of-node.ts';
import { kindsOf, subActionFields, subActionSchema } from './sub-actions.ts';

/**
 * Number of tries for an optional step (`skip_prompt`) with `max_tries: 0`, which would otherwise
 * never look for its element.
 */
const TRIES_OF_OPTIONAL_STEP = 5;

const interaction = z
  .strictObject({
    max_tries: z
      .int()
      .min(0)
      .default(10)
      .describe(
        'Number of tries; multiplied by max_timeout_seconds_per_try, it is the deadline of the interaction.',
      ),
    max_timeout_seconds_per_try: z
      .number()
      .min(0)
      .default(1)
      .describe('Longest wait of one try, in seconds.'),
    verify_before_step: z
      .boolean()
      .default(true)
      .describe(
        'Waits until the element stands still and is not covered, and checks again right before acting. When false, the step acts as soon as the element is there and visible; a field must still be enabled and editable. With coordinates and recording_screenshot: waits until what the recording shows around them is visible, and follows it.',
      ),
    ...subActionFields('interaction'),
  })
  .superRefine(exactlyOneOf(kindsOf('interaction')))
  .transform((group) => {
    const found = findActionIn('interaction', group);
    const isOptional = found?.action.target?.isOptional?.(found.params) === true;
    const maxTries = group.max_tries === 0 && isOptional ? TRIES_OF_OPTIONAL_STEP : group.max_tries;
    return { ...group, max_tries: maxTries };
  });

const kindsWithResult = kindsOf('extraction', ({ fields }) => fields?.idle?.includes('allow_none'));

const extraction = z
  .strictObject({
    unique_identifier: blankableText().describe(
      'Name of the result in the output of the task; placeholders are allowed.',
    ),
    allow_none: z
      .boolean()
      .default(false)
      .describe(
        `Continues when nothing was found, or a variable is null; otherwise the step fails. Not for kinds that always have a result: ${kindsWithResult.join(', ')}.`,
      ),
    ...subActionFields('extraction'),
  })
  .superRefine(exactlyOneOf(kindsOf('extraction')))
  .superRefine((group, context) => {
    const given = [
      ...(group.unique_identifier === undefined ? [] : ['unique_identifier' as const]),
      ...(group.allow_none ? ['allow_none' as const] : []),
    ];
    for (const field of given) {
      const idle = findActionsIn('extraction', group).find(({ action }) =>
        action.fields?.idle?.includes(field),
      );
      if (!idle) continue;
      const message = `${field} does not apply to ${idle.action.kind}: remove it.`;
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

/** The fields of an action node that each contain one sub-action. */
export const actionGroupSchemas = {
  interaction_action: interaction,
  assertion_action: subActionSchema('assertion').superRefine(exactlyOneOf(kindsOf('assertion'))),
  extraction_action: extraction,
  misc_action: subActionSchema('misc').superRefine(exactlyOneOf(kindsOf('misc'))),
};
