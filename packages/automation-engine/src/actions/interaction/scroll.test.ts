import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, (_request, response) => {
    // Longer than scrolling takes to settle.
    setTimeout(() => response.end(), 500);
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const scroll = (params: object) => interact('scroll', params);
const tall = '<body style="margin:0"><div style="height:5000px">tall</div>';
const box = `<body style="margin:0"><div id=box style="width:200px;height:200px;overflow:auto;margin:20px">
  <p id=inner style="height:900px">inside</p></div><div style="height:5000px">tall</div>`;

// proves: interaction_action.scroll.amount, interaction_action.scroll.down
test('scrolls by pixels in the middle of the page, down and up', async () => {
  const run = await stage.run(tall, [
    scroll({ amount: 700 }),
    scroll({ amount: 150, down: false }),
    scroll({ amount: 0 }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('scrollY')).toBe(550);
});

test('scrolls what is under the pointer', async () => {
  const run = await stage.run(box, [
    interact('hover', { command: 'locator("#box")' }),
    scroll({ amount: 300 }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[box.scrollTop, scrollY]')).toEqual([300, 0]);
});

test('ends when a smooth scroll has come to rest', async () => {
  const run = await stage.run(
    `${tall}<script>
       addEventListener('wheel', (event) => {
         event.preventDefault();
         scrollBy({ top: event.deltaY, behavior: 'smooth' });
       }, { passive: false });
     </script>`,
    [scroll({ amount: 1200 }), interact('scroll', { amount: 0 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('scrollY')).toBe(1200);
});

test('scrolls to the end of a page that adds to its end', async () => {
  const run = await stage.run(
    `${tall}<script>
       let rounds = 0;
       addEventListener('scroll', async () => {
         if (scrollY + innerHeight < document.body.scrollHeight - 5 || rounds > 2) return;
         rounds += 1;
         await fetch('/more');
         document.body.insertAdjacentHTML('beforeend', '<div style="height:3000px">more</div>');
       });
     </script>`,
    [scroll({})],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[scrollY + innerHeight, document.body.scrollHeight]')).toEqual([
    14_000, 14_000,
  ]);
});

test('scrolls back to the beginning, and does nothing where nothing scrolls', async () => {
  const run = await stage.run(tall, [scroll({}), scroll({ down: false }), scroll({ down: false })]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('scrollY')).toBe(0);
  expect(failureOf(await stage.run('<p>short</p>', [scroll({})]))).toBe('success');
});

test('scrolls inside an iframe that the pointer is over', async () => {
  const run = await stage.run(
    `<iframe id=frame style="width:300px;height:300px" srcdoc="<div style='height:3000px'>inner</div>"></iframe>${tall}`,
    [interact('hover', { command: 'locator("#frame")' }), scroll({ amount: 400 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[frame.contentWindow.scrollY, scrollY]')).toEqual([400, 0]);
});

test('fails for instructions, which only a model could follow', async () => {
  const run = await stage.run(tall, [scroll({ prompt_instructions: 'the list' })]);
  expect(failureOf(run)).toMatch(/^model_unavailable: .*"the list"/);
});
