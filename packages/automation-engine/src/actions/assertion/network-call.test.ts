import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((request, response) => {
  response.setHeader('X-Kind', 'orders; v=2');
  if (request.url !== '/api/never') response.end('{}');
});

const html = `<button onclick="fetch('/api/orders', { headers: { 'X-Token': 'abc' } })">x</button>`;
const click = interact('click_element', { command: 'locator("button")' });
const assertCall = (call: object) => ({ assertion_action: { network_call: call } });

test.each([
  {},
  { 'x-token': 'abc' },
  { 'X-TOKEN': 'b' },
  { 'x-kind': '{kind[0]}' },
  { 'x-kind': 'v=2', 'x-token': '' },
])("passes when the headers %j occur in a call's request or response", async (filter) => {
  const call = { url_pattern: '/api/{kind[0]}', header_filter: filter };
  const run = await stage.run(html, [click, assertCall(call)], { inputs: { kind: ['orders'] } });
  expect(failureOf(run)).toBe('success');
});

test('passes at the first matching call, without waiting for others', async () => {
  const both = `<button onclick="fetch('/api/never'); fetch('/api/orders')">x</button>`;
  const run = await stage.run(both, [click, assertCall({ url_pattern: '/api/' })]);
  expect(failureOf(run)).toBe('success');
  // Waiting for an open call would take up to 30 seconds.
  expect(run.events[1]?.durationMs).toBeLessThan(15_000);
});

// proves field: assertion_action.network_call.url_pattern
test('fails when no call matches the address', async () => {
  const run = await stage.run(html, [click, assertCall({ url_pattern: '/api/{kind[0]}' })], {
    inputs: { kind: ['invoices'] },
  });
  expect(failureOf(run)).toBe(
    'assertion_failed: The page has made no network call to an address with "/api/invoices" since the last interaction.',
  );
});

// proves field: assertion_action.network_call.header_filter
test('fails without a retry when no call matches the headers', async () => {
  const filter = { 'x-kind': 'v=3', 'x-token': 'abc' };
  const run = await stage.run(html, [
    click,
    assertCall({ url_pattern: '/api/orders', header_filter: filter }),
  ]);
  expect(run.result).toMatchObject({
    error: {
      class: 'assertion_failed',
      retry: 'never',
      message:
        'The page has made no network call to an address with "/api/orders" and the expected x-kind, x-token since the last interaction.',
    },
  });
});
