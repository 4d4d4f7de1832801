import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { call } from '../../test/scripted-answers.ts';
import { useModels, useStage } from '../../test/use-stage.ts';

const models = useModels(useStage());
const { run, purposes, requestFor } = models;

const late = `<div id=o style="display:none"></div><button id=go hidden onclick="clicked = true">Go</button>`;
const clickWithin = (seconds: number) =>
  interact(
    'click_element',
    { command: 'locator("#go:visible")', assert_locator_presence: true },
    { group: { max_timeout_seconds_per_try: seconds } },
  );
const present = clickWithin(0.3);

// proves field: interaction_action.click_element.assert_locator_presence
test.each(['website_not_loaded', 'could_retry_now'])(
  'tries once more after %s',
  async (verdict) => {
    let page: Page | undefined;
    models.server.script('presence', () => {
      void page?.evaluate('go.hidden = false');
      return { json: { verdict, reason: 'soon' } };
    });
    const onPage = (opened: Page): void => {
      page = opened;
    };
    const finished = await run(late, [clickWithin(1)], { onPage });
    expect(failureOf(finished)).toBe('success');
    expect(await finished.read('clicked')).toBe(true);
    expect(finished.events[0]?.means?.map(({ kind }) => kind)).toEqual([
      'command',
      'presence_check',
      'command',
    ]);
  },
);

test('dismisses an overlay and tries once more', async () => {
  models.server.script('presence', {
    json: { verdict: 'overlay_popup_blocking', reason: 'cookies' },
  });
  models.server.script(
    'overlay',
    call('click', { index: /No thanks/ }),
    call('done', { success: true, summary: 'gone' }),
  );
  models.server.script('overlay-check', { json: { is_done: true, reason: 'clear' } });
  const html = `${late}<button onclick="this.remove(); go.hidden = false">No thanks</button>`;
  const finished = await run(html, [present]);
  expect(failureOf(finished)).toBe('success');
  expect(requestFor('overlay').tools.map(({ name }) => name)).toEqual(['click', 'wait', 'done']);
});

test("fails with the model's reason when the verdict is fatal", async () => {
  models.server.script('presence', {
    json: { verdict: 'fatal_error', reason: 'It is a 404 page.' },
  });
  const finished = await run(late, [present]);
  expect(failureOf(finished)).toMatch(/^locator_not_found: .*The model says: It is a 404 page\./);
  expect(finished.result.outputData).toEqual([
    { unique_identifier: 'error', text: 'It is a 404 page.' },
  ]);
});

test('retries at most once', async () => {
  models.server.script('presence', { json: { verdict: 'could_retry_now', reason: 'soon' } });
  const finished = await run(late, [present]);
  expect(failureOf(finished)).toMatch(/^locator_not_found/);
  expect(purposes()).toEqual(['presence']);
});
