import { z } from 'zod';
import { blankableText, requiredText, variableName } from '../../fields/text-fields.ts';
import type { ActionContext } from '../action-context.ts';
import type { CodePlace } from '../../capabilities/two-factor/message-source.ts';
import { defineAction } from '../define-action.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;
const WEEK_MINUTES = 10_080;

const source = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('email_two_fa_action').describe('The code comes by e-mail.'),
    receiver_email_address: requiredText().describe('Address the code is sent to.'),
    sender_email_address: requiredText().describe('Address the code comes from.'),
    integration_email_address: blankableText().describe(
      'Connected mailbox, when it is not the address of the receiver.',
    ),
  }),
  z.strictObject({
    type: z.literal('slack_two_fa_action').describe('The code comes in a Slack channel.'),
    slack_workspace_domain: requiredText().describe('Domain of the workspace.'),
    channel_name: requiredText().describe('Channel the code is posted in.'),
    sender_name: requiredText().describe('Who posts the code.'),
  }),
  z.strictObject({
    type: z.literal('sms_two_fa_action').describe('The code comes by text message.'),
    from_number: requiredText().describe('Number the code comes from.'),
    to_number: requiredText().describe('Number the code is sent to.'),
  }),
]);

export const twoFaAction = defineAction({
  group: 'extraction',
  kind: 'two_fa_action',
  summary: 'Waits for a one-time code in a message and extracts it.',
  example: {
    action: {
      type: 'email_two_fa_action',
      receiver_email_address: 'codes@example.com',
      sender_email_address: 'no-reply@portal.example',
    },
    output_variable_name: 'code',
  },
  params: z.strictObject({
    action: source.describe(
      'Where the code comes from; placeholders are allowed in addresses, numbers and names.',
    ),
    output_variable_name: variableName().describe('Variable that gets the code.'),
    instructions: blankableText().describe(
      'Which code to take from the messages, in plain language; placeholders are allowed.',
    ),
    max_wait_time: z
      .number()
      .positive()
      .max(DAY_SECONDS)
      .default(300)
      .describe('Longest wait, in seconds.'),
    check_interval: z
      .number()
      .min(1)
      .max(DAY_SECONDS)
      .default(30)
      .describe('Time between two checks of the messages, in seconds.'),
    start_2fa_time_offset_minutes: z
      .number()
      .min(-WEEK_MINUTES)
      .max(WEEK_MINUTES)
      .default(0)
      .describe('Messages count from this long before the last interaction, in minutes.'),
    end_2fa_time_offset_minutes: z
      .number()
      .min(-WEEK_MINUTES)
      .max(WEEK_MINUTES)
      .default(0)
      .describe('Messages count until this long after the end of the wait, in minutes.'),
  }),
  effects: {
    longestWait: ({ max_wait_time: seconds }) => ({ field: 'max_wait_time', seconds }),
  },
  run: async (context, params) => {
    await context.people.waitForCode(params.output_variable_name, {
      place: bindPlace(context, params.action),
      instructions: context.text(params.instructions ?? '').trim(),
      maxWaitMs: params.max_wait_time * SECOND_MS,
      checkIntervalMs: params.check_interval * SECOND_MS,
      startOffsetMs: params.start_2fa_time_offset_minutes * MINUTE_MS,
      endOffsetMs: params.end_2fa_time_offset_minutes * MINUTE_MS,
    });
    return { outcome: 'done' };
  },
});

function bindPlace({ text }: ActionContext, action: z.output<typeof source>): CodePlace {
  if (action.type === 'slack_two_fa_action') {
    return {
      type: action.type,
      slack_workspace_domain: text(action.slack_workspace_domain),
      channel_name: text(action.channel_name),
      sender_name: text(action.sender_name),
    };
  }
  if (action.type === 'sms_two_fa_action') {
    return {
      type: action.type,
      from_number: text(action.from_number),
      to_number: text(action.to_number),
    };
  }
  const { integration_email_address: mailbox } = action;
  return {
    type: action.type,
    receiver_email_address: text(action.receiver_email_address),
    sender_email_address: text(action.sender_email_address),
    ...(mailbox ? { integration_email_address: text(mailbox) } : {}),
  };
}
