import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((_request, response) => {
  // Longer than scrolling takes to settle.
  setTimeout(() => response.end(), 500);
});

const scroll = (params: object) => interact('scroll', params);
const tall = '<body style="margin:0"><div style="height:5000px">tall</div>';
const box = `<body style="margin:0"><div id=box style="width:200px;height:200px;overflow:auto;margin:20px">
  <p id=inner style="height:900px">inside</p></div><div style="height:5000px">tall</div>`;

// proves field: interaction_action.scroll.amount; interaction_action.scroll.down
test('scrolls by pixels in the middle of the page, down and up', async () => {
  const run = await stage.run(tall, [
    scroll({ amount: 700 }),
    scroll({ amount: 150, down: false }),
    scroll({ amount: 0 }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('scrollY')).toBe(550);
});

test('scrolls the area under the pointer', async () => {
  const run = await stage.run(box, [
    interact('hover', { command: 'locator("#box")' }),
    scroll({ amount: 300 }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[box.scrollTop, scrollY]')).toEqual([300, 0]);
});

test('waits until a smooth scroll settles', async () => {
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

test.each([
  ['after a request', "fetch('/more')"],
  ['after a timer', 'new Promise((resolve) => setTimeout(resolve, 900))'],
])('scrolls to the end of a page that adds more at its end %s', async (_, wait) => {
  const run = await stage.run(
    `${tall}<script>
       let rounds = 0;
       addEventListener('scroll', async () => {
         if (scrollY + innerHeight < document.body.scrollHeight - 5 || rounds > 2) return;
         rounds += 1;
         await ${wait};
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

test('scrolls as many pixels as asked through an area that loads more at its end', async () => {
  const run = await stage.run(
    `${box}<script>
       let rounds = 0;
       box.addEventListener('scroll', async () => {
         if (box.scrollTop + box.clientHeight < box.scrollHeight - 5 || rounds > 1) return;
         rounds += 1;
         await fetch('/more');
         box.insertAdjacentHTML('beforeend', '<p style="height:900px">more</p>');
       });
     </script>`,
    [interact('hover', { command: 'locator("#box")' }), scroll({ amount: 2200 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[box.scrollTop, scrollY]')).toEqual([2200, 0]);
});

test('a page that opens the next one at its end ends the scroll', async () => {
  const run = await stage.run(
    `${tall}<script>
       let isLeaving = false;
       addEventListener('scroll', () => {
         if (isLeaving || scrollY + innerHeight < document.body.scrollHeight - 5) return;
         isLeaving = true;
         void fetch('/more');
         setTimeout(() => { location = '/next'; }, 200);
       });
     </script>`,
    [scroll({ amount: 99_999 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('location.pathname')).toBe('/next');
});

test('does not scroll the page for pixels that are too many for the area', async () => {
  const run = await stage.run(box, [
    interact('hover', { command: 'locator("#box")' }),
    scroll({ amount: 2200 }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(
    await run.read('[box.scrollTop + box.clientHeight === box.scrollHeight, scrollY]'),
  ).toEqual([true, 0]);
});

test('scrolls back to the top and does nothing when nothing scrolls', async () => {
  const run = await stage.run(tall, [scroll({}), scroll({ down: false }), scroll({ down: false })]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('scrollY')).toBe(0);
  expect(failureOf(await stage.run('<p>short</p>', [scroll({})]))).toBe('success');
});

test('scrolls inside an iframe under the pointer', async () => {
  const run = await stage.run(
    `<iframe id=frame style="width:300px;height:300px" srcdoc="<div style='height:3000px'>inner</div>"></iframe>${tall}`,
    [interact('hover', { command: 'locator("#frame")' }), scroll({ amount: 400 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[frame.contentWindow.scrollY, scrollY]')).toEqual([400, 0]);
});

const sheet = `<body style="margin:0"><div id=box style="width:300px;height:200px;overflow:auto">
  <div style="width:2000px;height:1500px;position:relative">
    <button id=far style="position:absolute;left:1700px;top:1200px">Far</button></div></div>
  <div style="width:4000px;height:3000px"></div>
  <iframe id=frame style="width:300px;height:150px" srcdoc="<p style='height:2000px'>top</p><button id=deep>Deep</button>"></iframe>`;
const offsets = '[box.scrollLeft, box.scrollTop, scrollX, scrollY]';

// proves field: interaction_action.scroll.direction; interaction_action.scroll.command
// proves field: interaction_action.scroll.xpath
test('scrolls the area around the element, or the page, in each direction', async () => {
  const run = await stage.run(sheet, [
    scroll({ direction: 'right', amount: 500, command: 'locator("#box")' }),
    scroll({ direction: 'left', amount: 100, xpath: '//*[@id="box"]' }),
    scroll({ direction: 'down', amount: 400, command: 'locator("#box")' }),
    scroll({ direction: 'up', amount: 50, command: 'locator("#box")' }),
    interact('hover', { coordinates: [500, 400] }),
    scroll({ direction: 'right', amount: 250 }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read(offsets)).toEqual([400, 350, 250, 0]);
});

test('scrolls sideways to the end and back', async () => {
  const there = scroll({ direction: 'right', command: 'locator("#box")' });
  const run = await stage.run(sheet, [there]);
  expect(failureOf(run)).toBe('success');
  // When the area reaches its end, the wheel scrolls the page.
  expect(await run.read('[box.scrollLeft + box.clientWidth, scrollX + innerWidth > 3900]')).toEqual(
    [2000, true],
  );
  const back = await stage.run('<body style="margin:0"><div style="width:5000px">wide</div>', [
    scroll({ direction: 'right' }),
    scroll({ direction: 'left' }),
    scroll({ direction: 'right', amount: 30 }),
  ]);
  expect(failureOf(back)).toBe('success');
  expect(await back.read('scrollX')).toBe(30);
});

const seen = (id: string) => `new Promise((resolve) => {
  const element = document.getElementById('${id}') ?? frame.contentDocument.getElementById('${id}');
  new IntersectionObserver(([entry]) => resolve(entry.intersectionRatio)).observe(element);
})`;

// proves field: interaction_action.scroll.to_element
test('brings an element into view in all its scroll areas and frames', async () => {
  const run = await stage.run(sheet, [
    scroll({ to_element: true, command: 'frame_locator("#frame").locator("#deep")' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read(seen('deep'))).toBe(1);
  expect(await run.read(seen('far'))).toBe(0);
  const nested = await stage.run(sheet, [
    scroll({ amount: 900 }),
    scroll({ to_element: true, xpath: '//*[@id="far"]' }),
  ]);
  expect(failureOf(nested)).toBe('success');
  expect(await nested.read(seen('far'))).toBe(1);
});

test('follows an element that lazily loaded content pushes away', async () => {
  const run = await stage.run(
    `${tall}<div id=more></div><button id=last>Last</button><script>
       new IntersectionObserver(([entry], observer) => {
         if (!entry.isIntersecting) return;
         observer.disconnect();
         setTimeout(() => { more.style.height = '3000px'; }, 30);
       }).observe(more);
     </script>`,
    [scroll({ to_element: true, command: 'locator("#last")' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('more.style.height')).toBe('3000px');
  expect(await run.read(seen('last'))).toBe(1);
});

test.each([
  ['locator("#missing")', /^locator_not_found: locator\("#missing"\)/],
  ['locator("#hidden")', /^(?:locator_not_found|not_actionable): .*#hidden/],
  ['locator("#cut")', /^not_actionable: .*cannot be scrolled into view/],
])('fails for %s, which it cannot bring into view', async (command, reason) => {
  const run = await stage.run(
    `${tall}<p id=hidden hidden>hidden</p>
     <div style="position:fixed;left:-300px;top:0;width:200px"><p id=cut>outside</p></div>`,
    [
      interact(
        'scroll',
        { to_element: true, command },
        { group: { max_timeout_seconds_per_try: 0.2 } },
      ),
    ],
  );
  expect(failureOf(run)).toMatch(reason);
});

test('fails with instructions when there is no model to follow them', async () => {
  const run = await stage.run(tall, [scroll({ prompt_instructions: 'the list' })]);
  expect(failureOf(run)).toMatch(/^model_unavailable: .*"the list"/);
});
