import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<h1>${request.url}</h1>`);
});

const goBack = interact('go_back', {});

// proves field: interaction_action.go_back
test('returns to the previous page, where the next step acts', async () => {
  const run = await stage.run('<button onclick="this.textContent = 1">first</button>', [
    interact('go_to_url', { url: `${stage.url}/second` }),
    goBack,
    interact('click_element', { command: 'get_by_text("first")' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.body.textContent')).toBe('1');
});

test('goes back in a page that manages its own history', async () => {
  const run = await stage.run(
    `<h1 id=view>list</h1><script>
       history.pushState('', '', '#detail'); view.textContent = 'detail';
       addEventListener('popstate', () => { view.textContent = 'list' });
     </script>`,
    [goBack],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('view.textContent')).toBe('list');
});

test('fails on the first page of a tab', async () => {
  const run = await stage.run('<p>first</p>', [goBack], { onPage: () => undefined });
  expect(failureOf(run)).toBe('navigation: The tab has no earlier page to go back to.');
});
