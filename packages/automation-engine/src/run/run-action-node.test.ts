import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import type { StepEvent } from '../reports/run-events.ts';
import { clickAndWait } from '../test/click-and-read.ts';
import { failureOf, interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';

const stage = useStage();

/** A click starts a call, and half a second later the page marks in its title that it is at rest. */
const restless = `<button id=go>x</button><script>
  go.onclick = () => {
    fetch(location.href);
    setTimeout(() => { document.title = 'still'; }, 500);
  };
</script>`;

// proves field: action_node.before_sleep_time
test.each([
  ['an interaction', interact('scroll', { amount: 0 })],
  ['an extraction', { extraction_action: { state: {} } }],
  ['a screenshot', { extraction_action: { screenshot: { filename: 'a.png' } } }],
  ['an api_call', { extraction_action: { api_call: { url: 'http://127.0.0.1:1/' } } }],
  ['an assertion', { assertion_action: { network_call: { url_pattern: 'page' } } }],
  ['set_variable', { misc_action: { set_variable: { name: 'a', value: 1 } } }],
  [
    'count_locator',
    { misc_action: { count_locator: { locator: 'locator("b")', name: 'n', locator_timeout: 0 } } },
  ],
  ['a sleep', { sleep_action: { sleep_time: 0 } }],
  ['a fail state', { fail_state_action: { failure_message: 'no' } }],
])('waits before %s until the page is quiet', async (_kind, node) => {
  const opened = Promise.withResolvers<Page>();
  const ends: { readonly title: Promise<string>; readonly durationMs: number }[] = [];
  const readTitle = async () => (await opened.promise).title();
  const click = clickAndWait({ before_sleep_time: 0, end_sleep_time: 0 });
  await stage.run(restless, [click, { ...node, before_sleep_time: 20, end_sleep_time: 0 }], {
    onPage: opened.resolve,
    dependencies: { onEvent: ({ durationMs }) => ends.push({ title: readTitle(), durationMs }) },
  });
  const titles = await Promise.all(ends.map(({ title }) => title));
  expect(titles.slice(1)).toEqual(['still']);
  expect(ends[1]?.durationMs).toBeLessThan(15_000);
});

test('runs a step that needs no page after the last page closes', async () => {
  const opened = Promise.withResolvers<Page>();
  const close = () => opened.promise.then((page) => page.close());
  const onEvent = ({ sequence }: StepEvent) => void (sequence === 0 && close());
  const sleep = { sleep_action: { sleep_time: 0.5 } };
  const run = await stage.run('x', [sleep, sleep, { ...sleep, before_sleep_time: 1 }], {
    onPage: opened.resolve,
    dependencies: { onEvent },
  });
  expect(failureOf(run)).toBe('success');
});
