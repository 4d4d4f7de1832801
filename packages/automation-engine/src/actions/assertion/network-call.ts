import { z } from 'zod';
import { optionalField } from '../../fields/optional-field.ts';
import { requiredText } from '../../fields/text-fields.ts';
import { defineAction, notImplemented } from '../define-action.ts';

export const networkCall = defineAction({
  group: 'assertion',
  kind: 'network_call',
  summary: 'Asserts that the page has made a network call since the last interaction.',
  idempotent: true,
  params: z.strictObject({
    url_pattern: requiredText().describe('Text that the address of the call contains.'),
    header_filter: optionalField(z.record(z.string(), z.string())).describe(
      'Headers that the request has, by name.',
    ),
  }),
  run: notImplemented,
});
