import { z } from 'zod';
import { effectOnPage } from '../../actions/define-action.ts';
import { dialogField } from '../../fields/dialog-field.ts';
import { exactlyOneOf } from '../../fields/exactly-one.ts';
import { impliedDefault } from '../../fields/implied-default.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { resumableField } from '../../fields/resumable-field.ts';
import { blankableText } from '../../fields/text-fields.ts';
import { actionGroupSchemas } from './action-groups.ts';
import { findActionOfNode } from './action-of-node.ts';
import { kindsOf, subActionFields } from './sub-actions.ts';

const LONGEST_SLEEP_SECONDS = 30;
/**
 * The maximum timeout of a task (`max_timeout_in_minutes`). The interface sets no smaller maximum
 * for this wait.
 */
const LONGEST_WAIT_BEFORE_SECONDS = 86_400;
const DEFAULT_NEW_TAB_WAIT_SECONDS = 10;
const actionNames = [...Object.keys(actionGroupSchemas), ...kindsOf('node')];

/** The kinds that only read although their group acts. */
const readingKinds = (['interaction', 'misc', 'node'] as const).flatMap((group) =>
  kindsOf(group, (action) => effectOnPage(action) === 'reads'),
);

const sleepSeconds = z.number().min(0).max(LONGEST_SLEEP_SECONDS);

const actionNodeFields = z.strictObject({
  type: z.literal('action_node').describe('Kind of the node. Optional.'),
  interaction_action: optionalField(actionGroupSchemas.interaction_action).describe(
    'Acts on the page.',
  ),
  assertion_action: optionalField(actionGroupSchemas.assertion_action).describe(
    'Fails the task when something is not true.',
  ),
  extraction_action: optionalField(actionGroupSchemas.extraction_action).describe(
    'Extracts something into the output of the task, and into variables.',
  ),
  misc_action: optionalField(actionGroupSchemas.misc_action).describe('Works with variables.'),
  ...subActionFields('node'),
  before_sleep_time: impliedDefault(
    optionalField(z.number().min(0).max(LONGEST_WAIT_BEFORE_SECONDS)).describe(
      'Longest wait before the action, in seconds (0 to 86400), until everything that earlier steps have set in motion on the page has ended, as with end_sleep_time (and, where steps act on the screen, until the screen is still). Default: 3 for an extraction, else 0.',
    ),
    0,
  ),
  end_sleep_time: impliedDefault(
    optionalField(sleepSeconds).describe(
      `Longest wait after the action, in seconds (0 to 30), until everything that it has set in motion on the page has ended (requests, timers, animations, replies of workers) and nothing has changed for 100 ms (and, where steps act on the screen, until the screen is still). Clocks and polls from before the action do not count. When the time is up, waited_for of the step names what was still active. Default: 0 for an extraction, assertion or ${readingKinds.join(' or ')}, else 5.`,
    ),
    5,
  ),
  expect_new_tab: z
    .boolean()
    .default(false)
    .describe(
      'The action opens a new tab, which becomes the current one. Only with interaction_action.',
    ),
  max_new_tab_wait_time: sleepSeconds
    .default(0)
    .describe(
      'Longest wait for the new tab, in seconds (0 to 30); 0 waits 10 seconds. Used with expect_new_tab.',
    ),
  dialog: dialogField(
    'How alert, confirm, prompt and beforeunload dialogs that a page opens during this step, including its waits, are handled. Default: the dialog of the automation. Every handled dialog is in the record of the step.',
  ),
  resumable: resumableField(),
  localized_axtree_string: blankableText().describe(
    'Accessibility tree around the element, as recorded: shown to the model that finds the element by prompt_instructions when the locator does not. Only with interaction_action.',
  ),
});

export const actionNodeSchema = actionNodeFields
  .superRefine(exactlyOneOf(actionNames))
  .superRefine((node, context) => {
    if (!node.expect_new_tab || node.interaction_action !== undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['expect_new_tab'],
      message: 'expect_new_tab needs an interaction_action: only an interaction opens a tab.',
    });
  })
  .superRefine((node, context) => {
    if (node.localized_axtree_string === undefined || node.interaction_action) return;
    context.addIssue({
      code: 'custom',
      path: ['localized_axtree_string'],
      message:
        'localized_axtree_string needs an interaction_action: it shows a model where the element of an interaction was.',
    });
  })
  .superRefine((node, context) => {
    if (node.expect_new_tab || node.max_new_tab_wait_time === 0) return;
    context.addIssue({
      code: 'custom',
      path: ['max_new_tab_wait_time'],
      message:
        'max_new_tab_wait_time needs expect_new_tab: without it the step does not wait for a new tab.',
    });
  })
  .transform(fillWaits);

export type ActionNode = z.output<typeof actionNodeSchema>;

/** Fills in the defaults that depend on the node's action. */
function fillWaits(node: z.output<typeof actionNodeFields>) {
  const isExtraction = node.extraction_action !== undefined;
  const found = findActionOfNode(node);
  const isReading = found !== undefined && effectOnPage(found.action) === 'reads';
  const newTabWait = node.max_new_tab_wait_time;
  return {
    ...node,
    before_sleep_time: node.before_sleep_time ?? (isExtraction ? 3 : 0),
    end_sleep_time: node.end_sleep_time ?? (isReading ? 0 : 5),
    max_new_tab_wait_time:
      node.expect_new_tab && newTabWait === 0 ? DEFAULT_NEW_TAB_WAIT_SECONDS : newTabWait,
  };
}
