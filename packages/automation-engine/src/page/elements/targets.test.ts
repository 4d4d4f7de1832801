import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<body style="margin:0"><button style="position:absolute;left:50px;top:40px"
    onclick="document.title = event.clientX + ' ' + event.clientY; hits.push(Math.hypot(event.offsetX - this.clientWidth / 2, event.offsetY - this.clientHeight / 2) < 4)">Go</button>
    <script>hits = []</script>
    <input type=file style="position:absolute;top:100px">`);
});

const short = { max_timeout_seconds_per_try: 0.5 };
const click = (params: object, group: object = {}) => interact('click_element', params, { group });
const note = `<style>body { margin: 0 } button, input { position: absolute; width: 100px; height: 30px }</style>
  <script>
    window.seen = [];
    addEventListener('click', (event) => seen.push([event.composedPath()[0].id, event.clientX, event.clientY]));
  </script>`;
/** Ids of what was clicked. */
const clicked = 'seen.map(([id]) => id)';
const at = (left: number, top: number) => `style="left:${left}px;top:${top}px"`;
const two = `${note}<button id=a ${at(20, 20)}>Save</button><button id=b ${at(20, 200)}>Save</button>`;

// proves field: interaction_action.click_element.coordinates
test.each([
  [[30, 25], 'a'],
  [{ '[0]': 40, '[1]': 210 }, 'b'],
  [['{x[0]}', ' 205 '], 'b'],
])('acts at the coordinates %j', async (coordinates, id) => {
  const run = await stage.run(two, [click({ coordinates })], { inputs: { x: [50] } });
  expect(failureOf(run)).toBe('success');
  expect(await run.read(clicked)).toEqual([id]);
});

test('clicks the exact point, not the centre of the element there', async () => {
  const run = await stage.run(two, [
    click({ coordinates: [30, 25] }),
    click({ coordinates: [30, 25], force: true }),
  ]);
  expect(await run.read('seen')).toEqual([
    ['a', 30, 25],
    ['a', 30, 25],
  ]);
});

test('waits until the element at the coordinates is enabled', async () => {
  const run = await stage.run(
    `${two}<script>a.disabled = true; setTimeout(() => { a.disabled = false }, 200)</script>`,
    [click({ coordinates: [30, 25] })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read(clicked)).toEqual(['a']);
});

test('reads, fills, checks and hovers at coordinates, even in a shadow root', async () => {
  const run = await stage.run(
    `${note}<div id=host></div><input id=box type=checkbox ${at(20, 80)}>
     <script>host.attachShadow({ mode: 'open' }).innerHTML =
       '<input id=inner value=old style="position:absolute;left:20px;top:20px">'</script>`,
    [
      interact('input_text', { coordinates: [40, 30], input_text: 'new' }),
      interact('check', { coordinates: [70, 95] }),
      interact('hover', { coordinates: [40, 30] }),
      interact('key_press', { coordinates: [40, 30], type: 'end' }),
      interact('key_press', { type: '!' }),
    ],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[host.shadowRoot.querySelector("input").value, box.checked]')).toEqual([
    'new!',
    true,
  ]);
});

test('reaches into iframes of the same and of another site', async () => {
  const otherSite = stage.url.replace('127.0.0.1', 'localhost');
  const run = await stage.run(
    `${note}<iframe style="position:absolute;left:100px;top:100px" src="/inner"></iframe>
     <iframe style="position:absolute;left:500px;top:100px;border:5px solid;padding:3px" src="${otherSite}/inner"></iframe>`,
    [click({ keyword: 'Go', coordinates: [90, 90] }), click({ coordinates: [560, 155] })],
  );
  expect(failureOf(run)).toBe('success');
  const titles = await Promise.all(run.page.frames().map((frame) => frame.title()));
  expect(titles.slice(1)).toEqual([expect.stringMatching(/^\d+ \d+$/), '52 47']);
});

test.each([
  'transform: scale(0.5)',
  'transform: translate(40px, 30px) rotate(90deg)',
  'rotate: -20deg; scale: 1.4 0.7',
  'transform: skewX(20deg) scaleX(-1)',
  'zoom: 1.5',
])('reaches into iframes in a container with %s', async (style) => {
  const otherSite = stage.url.replace('127.0.0.1', 'localhost');
  const run = await stage.run(
    `${note}<div style="position:absolute;left:200px;top:150px;${style}">
       <iframe style="border:5px solid;padding:3px;width:250px;height:150px;rotate:3deg" src="${otherSite}/inner"></iframe>
     </div>`,
    [click({ command: 'frame_locator("iframe").get_by_text("Go")' }), click({ keyword: 'Go' })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.page.frames()[1]?.evaluate('hits')).toEqual([true, true]);
});

test('does not guess the points of a frame with a 3D transform', async () => {
  const run = await stage.run(
    `${note}<iframe style="transform:perspective(300px) rotateY(40deg)" src="/inner"></iframe>`,
    [click({ command: 'frame_locator("iframe").get_by_text("Go")' }, short)],
  );
  expect(failureOf(run)).toMatch(
    /is in a frame that is transformed so that the position of its points cannot/,
  );
});

test('finds text in an iframe of another site and reports when another frame covers it', async () => {
  const otherSite = stage.url.replace('127.0.0.1', 'localhost');
  const html = `${note}<iframe src="${otherSite}/inner"></iframe>`;
  const run = await stage.run(html, [click({ keyword: 'Go' })]);
  expect(failureOf(run)).toBe('success');
  const cover = '<div style="position:fixed;inset:0"></div>';
  const covered = await stage.run(html + cover, [
    click({ command: 'frame_locator("iframe").get_by_text("Go")' }, short),
  ]);
  expect(failureOf(covered)).toMatch(/^not_actionable: .*is in a frame that is covered by <div>/);
});

test.each([
  [[5000, 20], /^not_actionable: The point \[5000, 20\] is outside the visible area/],
  [[-1, -1], /^not_actionable: .*The point \[-1, -1\] is outside the visible area/],
  [['{what[0]}', '3'], /^invalid_params: coordinates: "\{what\[0\]\}" is not a number of pixels/],
])('fails for the coordinates %j', async (coordinates, reason) => {
  const run = await stage.run(two, [click({ coordinates }, short)], { inputs: { what: ['left'] } });
  expect(failureOf(run).replace('not_actionable: not_actionable', 'not_actionable')).toMatch(
    reason,
  );
});

// proves field: interaction_action.click_element.keyword
test.each([
  ['nearest to the coordinates', { keyword: 'save', coordinates: [10, 190] }, 'b'],
  ['the only one', { keyword: '  CANCEL ' }, 'c'],
  ['with a placeholder', { keyword: '{word[0]}' }, 'c'],
  ['with nothing else in it, rather than one with more text', { keyword: 'Order' }, 'e'],
  ['with more text, if there is no other', { keyword: 'Cance' }, 'c'],
])('finds the text %s', async (_what, target, id) => {
  const run = await stage.run(
    `${two}<button id=c ${at(300, 20)}>Cancel</button><button id=d ${at(300, 80)}>Order again</button>
     <button id=e ${at(300, 140)}>Or<b>d</b>er</button><template>Cancel</template><script>'Cancel'</script>
     <p style="display:none">Cancel</p><p style="position:absolute;top:9000px">Cancel</p>`,
    [click(target)],
    { inputs: { word: ['Cancel'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read(clicked)).toEqual([id]);
});

test('finds a field by its placeholder and by its label', async () => {
  const run = await stage.run(
    `${note}<input id=name placeholder="Your name" ${at(20, 20)}>
     <label for=city style="position:absolute;top:80px">City</label><input id=city ${at(100, 80)}>`,
    [
      interact('input_text', { keyword: 'Your name', input_text: 'Ada' }),
      interact('input_text', { keyword: 'city', input_text: 'Paris' }),
    ],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[document.querySelector("#name").value, city.value]')).toEqual([
    'Ada',
    'Paris',
  ]);
});

test('waits until the text appears and stops moving', async () => {
  const run = await stage.run(
    `${note}<script>
       setTimeout(() => {
         document.body.insertAdjacentHTML('beforeend', '<button id=late onclick="window.left = this.offsetLeft">Late</button>');
         late.animate([{ left: '0px' }, { left: '300px' }], { duration: 300, fill: 'forwards' });
       }, 150);
     </script>`,
    [click({ keyword: 'Late' }, { max_tries: 10 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('window.left')).toBe(300);
});

test.each([
  [{ keyword: 'Save' }, /^locator_ambiguous: The text "Save" is visible in 2 places.*coordinates/],
  [{ keyword: 'Nothing' }, /^locator_not_found: The text "Nothing" matched no element within/],
])('fails for the text %j', async (target, reason) => {
  expect(failureOf(await stage.run(two, [click(target, short)]))).toMatch(reason);
});

test('ignores covered text', async () => {
  const run = await stage.run(
    `${two}<div style="position:absolute;left:0;top:150px;width:500px;height:200px;background:white"></div>`,
    [click({ keyword: 'Save' })],
  );
  expect(await run.read(clicked)).toEqual(['a']);
});

// proves field: interaction_action.click_element.skip_command
test.each([
  [{ command: 'locator("#b")', coordinates: [30, 25], keyword: 'Save' }, 'b'],
  [{ xpath: '//*[@id="b"]', coordinates: [30, 25] }, 'b'],
  [{ command: 'locator("#b")', skip_command: true, coordinates: [30, 25] }, 'a'],
  [{ xpath: '//*[@id="b"]', skip_command: true, coordinates: [30, 25] }, 'a'],
  [{ keyword: 'Save', coordinates: [30, 190] }, 'b'],
])('uses the first means of %j', async (target, id) => {
  const run = await stage.run(two, [click(target)]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read(clicked)).toEqual([id]);
});

test('does not fall back to the coordinates when the command finds nothing', async () => {
  const run = await stage.run(two, [
    click({ command: 'locator("#missing")', coordinates: [30, 25] }, short),
  ]);
  expect(failureOf(run)).toMatch(/^locator_not_found/);
  expect(await run.read('seen')).toEqual([]);
});

// proves field: interaction_action.click_element.bounding_box_variables
test.each([
  [['0', '150', '500', '400'], 'success', ['b']],
  [['{box[0]}', 'box', 'box[1]', '60'], 'success', ['a']],
  [['300', '300', '400', '400'], 'locator_not_found', []],
  [['0', '-1', '500', '400'], 'locator_ambiguous', []],
  [['0', 'nothing', '500', '400'], 'locator_ambiguous', []],
  [['500', '0', '100', '400'], 'invalid_params: bounding_box_variables: .*left 500.*right 100', []],
  [['0', 'word', '500', '400'], 'invalid_params: bounding_box_variables: "word" .*[(]left[)]', []],
])('looks for the text in the box %j', async (box, outcome, ids) => {
  const run = await stage.run(
    two,
    [click({ keyword: 'Save', bounding_box_variables: box }, short)],
    { inputs: { box: [0, 500], word: ['left'] } },
  );
  expect(failureOf(run)).toMatch(RegExp(`^${outcome}`));
  expect(await run.read(clicked)).toEqual(ids);
});

/** So fast that it moves between two frames a few milliseconds apart; it can still be hit. */
const moving = `${note}<style>@keyframes move { from { left: 0 } to { left: 300px } }
  button { animation: move 20s linear infinite alternate }</style><button id=a ${at(0, 20)}>Save</button>`;

// proves field: interaction_action.verify_before_step
test('waits for a moving element by default, but not without verify_before_step', async () => {
  const target = { command: 'locator("#a")' };
  const verified = await stage.run(moving, [click(target, short)]);
  expect(failureOf(verified)).toMatch(/^not_actionable: .*is not stable/);
  const unverified = await stage.run(moving, [
    click(target, { ...short, verify_before_step: false }),
    interact('hover', target, { group: { ...short, verify_before_step: false } }),
  ]);
  expect(failureOf(unverified)).toBe('success');
  expect(await unverified.read(clicked)).toEqual(['a']);
});

test('still needs a visible element without verify_before_step', async () => {
  const run = await stage.run(`${note}<button id=a hidden>Save</button>`, [
    click({ command: 'locator("#a")' }, { ...short, verify_before_step: false }),
  ]);
  expect(failureOf(run)).toMatch(/^not_actionable: .*is not visible/);
});

// proves field: interaction_action.max_tries; interaction_action.max_timeout_seconds_per_try
test.each([
  [{ max_tries: 0, max_timeout_seconds_per_try: 10 }, 'locator_not_found'],
  [{ max_tries: 1, max_timeout_seconds_per_try: 0.1 }, 'locator_not_found'],
  [{ max_tries: 20, max_timeout_seconds_per_try: 0.1 }, 'success'],
])('takes its deadline from %j', async (group, outcome) => {
  const run = await stage.run(
    // The wait before the step ignores recurring work.
    `${note}<script>let ticks = 0; setInterval(() => { if (++ticks === 50) document.body.innerHTML += '<button id=a>Save</button>' }, 20)</script>`,
    [click({ command: 'locator("#a")' }, group)],
  );
  expect(failureOf(run)).toMatch(outcome);
});
