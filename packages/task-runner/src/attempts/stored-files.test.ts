import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Session } from '../browser/session.ts';
import type { HeldLease } from '../held-lease.ts';
import { acceptFiles, endsOf, type Respond, runAgainst } from './testing/run-against.ts';

const print = { interaction_action: { download_url_as_pdf: { download_filename: 'bill.pdf' } } };
const missing = { command: 'locator("a")' };
const fail = { interaction_action: { max_tries: 1, click_element: missing } };
/** A task before this one has stored two files. */
const start = {
  node_path: 'nodes[0]',
  page_url: null,
  variables: {},
  output_data: [],
  file_count: 2,
};

test.each([
  ['counts the files that a failed task has stored', 200, 3],
  ['counts no file that a failed task could not store', 403, 2],
])('a task that continues another one %s', async (_what, status, count) => {
  await using bills = await openSite();
  const automation = { url: bills.url, nodes: [print, fail] };
  const respond: Respond = (request) =>
    request.path === 'store' ? { status } : acceptFiles(request);
  const [end] = endsOf(await runAgainst(automation, respond, { task: { start } }));
  expect(end?.body).toMatchObject({
    error: { class: 'locator_not_found' },
    checkpoints: [{ node_path: 'nodes[1]', file_count: count }],
  });
});

test('a cancelled task keeps the files that its run had downloaded', async () => {
  await using bills = await openSite();
  const automation = { url: bills.url, nodes: [print, { sleep_action: { sleep_time: 300 } }] };
  const { onHeld, cancel } = cancellation();
  const names: string[] = [];
  const respond: Respond = (request) =>
    acceptFiles(request, (files) => {
      names.push(...files);
      // The thumbnail of the first step arrives while the run continues.
      cancel();
    });
  const [end] = endsOf(await runAgainst(automation, respond, { onHeld }));
  expect(names).toContain('bill.pdf');
  expect(end?.body).toMatchObject({
    error: { class: 'cancelled' },
    checkpoints: [{ node_path: 'nodes[1]', file_count: 1 }],
  });
});

test('a cancelled task forbids the reuse of its browser before it leaves, so the browser ends at once', async () => {
  await using bills = await openSite();
  const { onHeld, cancel } = cancellation();
  const order: string[] = [];
  const observe = (session: Session): Session => ({
    ...session,
    reuse: { permit: () => undefined, refuse: () => void order.push('refuse') },
    leave: () => {
      order.push('leave');
      return session.leave();
    },
  });
  const automation = { url: bills.url, nodes: [{ sleep_action: { sleep_time: 300 } }] };
  const respond: Respond = (request) => {
    if (request.path === 'start') setImmediate(cancel);
    return acceptFiles(request);
  };
  const [end] = endsOf(await runAgainst(automation, respond, { onHeld, observe }));
  expect(end?.body).toMatchObject({ error: { class: 'cancelled' } });
  expect(order[0]).toBe('refuse');
});

test('a cancelled task waits only seconds for a store that does not respond', async () => {
  await using bills = await openSite();
  const { onHeld, cancel } = cancellation();
  let cancelledAt = 0;
  const respond: Respond = (request) => {
    // Before that, it accepts the thumbnail of the step.
    if (request.path === 'store') return { isSilent: cancelledAt > 0 };
    return acceptFiles(request, (names) => {
      if (!names.includes('bill.pdf')) return;
      cancelledAt = performance.now();
      cancel();
    });
  };
  const automation = { url: bills.url, nodes: [print] };
  const [end] = endsOf(await runAgainst(automation, respond, { onHeld }));
  expect(end?.body).toMatchObject({
    error: { message: 'The file "bill.pdf" could not be stored: the task was cancelled.' },
  });
  expect(performance.now() - cancelledAt).toBeLessThan(20_000);
});

function cancellation() {
  let lease: HeldLease | undefined;
  return {
    onHeld: (held: HeldLease): void => {
      lease = held;
    },
    cancel: (): void => lease?.cancel(),
  };
}

function openSite() {
  return listen(showBill, { port: 0, host: '127.0.0.1', setting: 'PORT' });
}

function showBill(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<p>Bill 42');
}
