import { z } from 'zod';
import { AssertionFailedError } from '../action-errors.ts';
import { optionalField } from '../../fields/optional-field.ts';
import { requiredText } from '../../fields/text-fields.ts';
import type { NetworkCall } from '../../page/pages/network-call.ts';
import { defineAction } from '../define-action.ts';

export const networkCall = defineAction({
  group: 'assertion',
  kind: 'network_call',
  summary: 'Asserts that the page has made a network call since the last interaction.',
  example: { url_pattern: '/api/orders' },
  place: 'page',
  params: z.strictObject({
    url_pattern: requiredText().describe(
      'Text that the URL of the call contains; placeholders are allowed. Waits up to 5 seconds for a call to begin, and up to 30 for it to end.',
    ),
    header_filter: optionalField(z.record(z.string(), z.string())).describe(
      'Headers that the request or its response must have, by name, ignoring case; the value must contain this text. Placeholders are allowed.',
    ),
  }),
  effects: {
    recordedCalls: ({ url_pattern: urlPattern }) => [{ urlPattern, needsBody: false }],
  },
  run: async (
    { text, outside: { findCalls } },
    { url_pattern: pattern, header_filter: filter = {} },
  ) => {
    const urlPart = text(pattern);
    const headers = Object.entries(filter).map(([name, value]) => [name, text(value)] as const);
    const isComplete = (call: NetworkCall) => headers.every((header) => hasHeader(call, header));
    const calls = await findCalls({ urlPart, isComplete, isOneEnough: true });
    if (calls.length > 0) return { outcome: 'done' };
    const names = headers.map(([name]) => name).join(', ');
    throw new AssertionFailedError(
      `The page has made no network call to an address with ${JSON.stringify(urlPart)}${names && ` and the expected ${names}`} since the last interaction.`,
    );
  },
});

function hasHeader(call: NetworkCall, [name, part]: readonly [string, string]): boolean {
  const sides = [call.requestHeaders(), call.response()?.headers ?? {}];
  return sides.some((headers) =>
    Object.entries(headers).some(
      ([known, value]) => known.toLowerCase() === name.toLowerCase() && value.includes(part),
    ),
  );
}
