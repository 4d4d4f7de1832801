import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { withSecrets } from '../../test/secret-stage.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const group = { max_timeout_seconds_per_try: 0.1 };

async function failWith(html: string, command: string, options = {}): Promise<string> {
  const step = interact('click_element', { command }, { group });
  return failureOf(await stage.run(html, [step], options));
}

async function failAmbiguously(html: string, command: string): Promise<string> {
  return failureOf(await stage.run(html, [interact('click_element', { command })]));
}

test('shows the values, the step that found nothing, and what works instead', async () => {
  const failure = await failWith(
    '<div role=dialog aria-label=Sure><button>Delete order A-17</button><button>Keep</button></div>',
    'get_by_role("dialog").get_by_role("button", name="Delete orders {order_id[0]}", exact=True)',
    { inputs: { order_id: ['A-17'] } },
  );
  expect(failure).toMatch(
    /^locator_not_found: get_by_role\("dialog"\)\.get_by_role\("button", name="Delete orders A-17", exact=True\) matched no element/,
  );
  expect(failure).toContain(
    'Step by step: get_by_role("dialog") matched 1, then get_by_role("button", name="Delete orders A-17", exact=True) matched 0.',
  );
  expect(failure).toContain(
    'Nearest on the page now:\n  get_by_role("button", name="Delete order A-17", exact=True)',
  );
});

test('counts the frames that a locator goes through', async () => {
  const failure = await failWith(
    '<iframe title=Pay srcdoc="<button>Pay</button>"></iframe>',
    'frame_locator("[title=Pay]").get_by_role("link", name="Pay")',
  );
  expect(failure).toContain(
    'frame_locator("[title=Pay]") matched 1, then get_by_role("link", name="Pay") matched 0',
  );
  expect(failure).toContain(
    '\n  get_by_title("Pay", exact=True).content_frame.get_by_role("button", name="Pay", exact=True)',
  );
});

test('marks what is hidden, and lists all elements of the role if no name is similar', async () => {
  expect(
    await failWith('<button hidden id=pay>Pay</button>', 'get_by_role("button", name="Pay")'),
  ).toMatch(/ {2}locator\(.*pay.*\) {2}# hidden$/);
  const failure = await failWith(
    '<button>Alpha</button><button>Beta</button>',
    'get_by_role("button", name="Speichern")',
  );
  expect(failure).toContain(
    'Nothing on the page has a similar name. The elements with its role are:',
  );
  expect(failure).toContain('\n  get_by_role("button", name="Beta", exact=True)');
});

test('distinguishes several matches', async () => {
  const cards = ['One', 'Two'].map(
    (name) => `<div class=card><h3>${name}</h3><button>Buy</button></div>`,
  );
  const failure = await failAmbiguously(
    `${cards.join('')}<p><button data-testid=buy>Buy</button></p>`,
    'locator("button")',
  );
  expect(failure).toMatch(/^locator_ambiguous: locator\("button"\) matched 3 elements/);
  const [, ...lines] = failure.split('\nEach of these matches one of them:')[1]?.split('\n') ?? [];
  expect(lines).toEqual([
    '  locator("div.card").filter(has_text="One").get_by_role("button", name="Buy", exact=True)',
    '  locator("div.card").filter(has_text="Two").get_by_role("button", name="Buy", exact=True)',
    '  get_by_test_id("buy")',
  ]);
});

test('points to the visible one of two', async () => {
  const failure = await failAmbiguously(
    '<a hidden href="#">Go</a><a href="#">Go</a>',
    'get_by_text("Go")',
  );
  expect(failure).toContain('get_by_role("link", name="Go", exact=True)');
});

test('never names a secret that a page shows', async () => {
  const { options } = withSecrets({ password: [{ value: 'correct horse' }] });
  const page = `<input id=field oninput="document.querySelector('button').textContent = 'Use ' + this.value">
    <button>Use</button><button>Use another</button>`;
  const fill = interact('input_text', {
    command: 'locator("#field")',
    input_text: '{password[0]}',
  });
  const command = 'get_by_role("button", name="Use thee correct thing", exact=True)';
  const run = await stage.run(
    page,
    [fill, interact('click_element', { command }, { group })],
    options,
  );
  expect(failureOf(run)).toContain('get_by_role("button", name="Use another", exact=True)');
  expect(JSON.stringify([run.result, run.events])).not.toContain('correct horse');
});

test('reports the nearest match as a proposal, unless the locator has placeholders', async () => {
  const html = '<title>Orders</title><button>Save all orders</button><button>Keep</button>';
  const fail = async (name: string) => {
    const command = `get_by_role("button", name="${name}", exact=True)`;
    const steps = [interact('click_element', { command }, { group })];
    const { events } = await stage.run(html, steps, { inputs: { what: ['order'] } });
    return events.map(({ healedLocator }) => healedLocator);
  };
  const command = 'get_by_role("button", name="Save all orders", exact=True)';
  expect(await fail('Save all order')).toEqual([
    {
      failedCommand: 'get_by_role("button", name="Save all order", exact=True)',
      command,
      candidates: [{ command, kind: 'nearest', score: expect.any(Number) }],
      pageUrl: expect.any(String),
    },
  ]);
  expect(await fail('Save all {what[0]}')).toEqual([undefined]);
});
