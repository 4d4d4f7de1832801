import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const drag = (params: object, group: object = {}) => interact('drag_and_drop', params, { group });
const card = { command: 'locator("#card")' };
const bin = { command: 'locator("#bin")' };
const toBin = { ...card, destination: bin };

const style = `<style>div { width: 100px; height: 60px; border: 1px solid } body { margin: 20px }</style>`;
/** A page that uses HTML drag and drop. */
const native = `${style}<div id=card draggable=true>Card</div><p>Between</p><div id=bin></div>
  <script>
    window.seen = [];
    card.addEventListener('dragstart', (event) => {
      event.dataTransfer.setData('text/plain', 'the card');
      seen.push(['dragstart', event.isTrusted, event.offsetX, event.offsetY]);
    });
    for (const type of ['dragenter', 'dragover']) bin.addEventListener(type, (event) => {
      event.preventDefault();
      if (seen.at(-1)[0] !== type) seen.push([type, event.isTrusted]);
    });
    bin.addEventListener('drop', (event) => {
      event.preventDefault();
      seen.push(['drop', event.isTrusted, event.dataTransfer.getData('text/plain'), event.offsetX, event.offsetY]);
      bin.append(card);
    });
  </script>`;
/** A page that drags with pointer events, starts after 8 pixels and draws once per frame. */
const pointers = `${style}<div id=card>Card</div><p>Between</p><div id=bin></div>
  <script>
    window.seen = [];
    let from, isDragged = false;
    card.onpointerdown = (event) => { from = event; seen.push([event.isTrusted, event.offsetX, event.offsetY]) };
    onpointermove = (event) => requestAnimationFrame(() => {
      if (!from) return;
      const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
      isDragged ||= Math.hypot(x, y) > 8;
      if (isDragged) card.style.transform = 'translate(' + x + 'px,' + y + 'px)';
      bin.classList.toggle('over', isDragged && document.elementsFromPoint(event.clientX, event.clientY).includes(bin));
      window.moves = (window.moves ?? 0) + 1;
    });
    onpointerup = (event) => {
      if (bin.classList.contains('over')) bin.append(card);
      seen.push(['up', event.clientX - from.clientX, event.clientY - from.clientY]);
      from = undefined;
    };
  </script>`;

const inFrame = (html: string) =>
  `${style}<iframe id=inner srcdoc='${html}'></iframe><div id=bin></div><script>
     bin.ondragover = (event) => event.preventDefault();
     bin.ondrop = (event) => { event.preventDefault(); bin.textContent = event.dataTransfer.getData("text/plain") };
   </script>`;

// proves field: interaction_action.drag_and_drop.command
// proves field: interaction_action.drag_and_drop.destination.command
test('performs an HTML drag and drop that carries data', async () => {
  const run = await stage.run(native, [drag(toBin)]);
  expect(failureOf(run)).toBe('success');
  const seen = (await run.read('seen')) as unknown[][];
  const types = seen.map(([type]) => type);
  expect(types.slice(0, 3)).toEqual(['dragstart', 'dragenter', 'dragover']);
  expect(seen.at(-1)?.slice(0, 3)).toEqual(['drop', true, 'the card']);
  expect(await run.read('bin.contains(card)')).toBe(true);
});

// proves field: interaction_action.drag_and_drop.position.x
// proves field: interaction_action.drag_and_drop.position.y
// proves field: interaction_action.drag_and_drop.destination.position.x
// proves field: interaction_action.drag_and_drop.destination.position.y
test('grabs and drops at positions', async () => {
  const run = await stage.run(native, [
    drag({
      ...card,
      position: { x: 12, y: 7 },
      destination: { ...bin, position: { x: 80, y: 50 } },
    }),
  ]);
  expect(failureOf(run)).toBe('success');
  const seen = (await run.read('seen')) as unknown[][];
  expect(seen[0]?.slice(2)).toEqual([12, 7]);
  expect(seen.at(-1)?.slice(3)).toEqual([80, 50]);
});

// proves field: interaction_action.drag_and_drop.destination.xpath
test('drags with pointer events, in moves that a library can follow', async () => {
  const run = await stage.run(pointers, [
    drag({ xpath: '//*[@id="card"]', destination: { xpath: '//*[@id="bin"]' } }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[bin.contains(card), seen[0][0], moves >= 10]')).toEqual([
    true,
    true,
    true,
  ]);
});

// proves field: interaction_action.drag_and_drop.offset.x
// proves field: interaction_action.drag_and_drop.offset.y
test('drags by an offset', async () => {
  const run = await stage.run(pointers, [drag({ ...card, offset: { x: 150, y: -13 } })]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('seen.at(-1)')).toEqual(['up', 150, -13]);
});

// proves field: interaction_action.drag_and_drop.hold_seconds
test('holds the button for hold_seconds before the first move', async () => {
  const run = await stage.run(
    `${style}<div id=card>Card</div><div id=bin></div><script>
       card.onpointerdown = () => { window.downAt = performance.now() };
       onpointermove = () => { if (window.downAt) window.heldMs ??= performance.now() - downAt };
     </script>`,
    [drag({ ...toBin, hold_seconds: 0.4 })],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('heldMs')).toBeGreaterThan(390);
});

test('drops on a target that appears during the drag or needs scrolling', async () => {
  const late = await stage.run(
    native.replace('<div id=bin>', '<div id=bin hidden>') +
      `<script>card.addEventListener('dragstart', () => setTimeout(() => { bin.hidden = false }, 50));</script>`,
    [drag(toBin)],
  );
  expect(failureOf(late)).toBe('success');
  expect(await late.read('bin.contains(card)')).toBe(true);
  const far = await stage.run(native.replace('<p>', '<p style="height: 2000px">'), [drag(toBin)]);
  expect(failureOf(far)).toBe('success');
  expect(await far.read('bin.contains(card)')).toBe(true);
});

test('drags between frames with HTML drag and drop only', async () => {
  const source = { command: 'frame_locator("#inner").get_by_text("Card")', destination: bin };
  const dragged = await stage.run(
    inFrame(
      `<p draggable=true ondragstart="event.dataTransfer.setData(this.lang, this.title)" lang="text/plain" title=framed>Card</p>`,
    ),
    [drag(source)],
  );
  expect(failureOf(dragged)).toBe('success');
  expect(await dragged.read('bin.textContent')).toBe('framed');
  const scripted = await stage.run(inFrame('<p>Card</p>'), [drag(source)]);
  expect(failureOf(scripted)).toMatch(/^not_actionable: .*is not in the frame of the destination/);
});

test.each([
  ['without any effect', ''],
  [
    'while it only marks the dragged element and shows an image of it',
    `card.ondragstart = () => {
       card.className = 'is-dragged';
       card.style.opacity = 0.5;
       document.body.classList.add('has-drag');
       const image = document.body.appendChild(document.createElement('i'));
       card.ondragend = () => { image.remove(); document.body.classList.remove('has-drag') };
     }`,
  ],
])('fails when nothing accepts an HTML drop: %s', async (_what, script) => {
  const run = await stage.run(
    `${style}<div id=card draggable=true>Card</div><p>Between</p><div id=bin></div><script>${script}</script>`,
    [drag(toBin)],
  );
  expect(failureOf(run)).toMatch(/^not_actionable: .*locator\("#card"\) was dropped where nothing/);
});

test.each([
  ['only counts it', `bin.ondrop = (event) => { event.preventDefault(); window.taken = true }`],
  [
    'moves it at the end of the drag',
    `card.ondragend = () => { window.taken = true; bin.append(card) }`,
  ],
  [
    'places it at the end of the drag',
    `card.ondragend = () => { window.taken = true; card.style.marginLeft = '90px' }`,
  ],
  [
    'marks the destination',
    `card.ondragend = () => { window.taken = true; bin.className = 'full' }`,
  ],
  [
    'reports it elsewhere',
    `card.ondragend = () => { window.taken = true; said.textContent = 'Dropped' }`,
  ],
])('counts as dropped when the page %s', async (_what, script) => {
  const isOver = script.startsWith('bin.ondrop')
    ? 'bin.ondragover = (event) => event.preventDefault();'
    : '';
  const run = await stage.run(
    `${style}<div id=card draggable=true>Card</div><p id=said>Between</p><div id=bin></div><script>${isOver}${script}</script>`,
    [drag(toBin)],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('taken')).toBe(true);
});

const quick = { max_timeout_seconds_per_try: 0.4 };

test('names the missing element and leaves the source in place', async () => {
  const missing = { command: 'get_by_text("Nowhere")' };
  const noSource = await stage.run(pointers, [drag({ ...missing, destination: bin }, quick)]);
  expect(failureOf(noSource)).toMatch(/^locator_not_found: The source: .*get_by_text\("Nowhere"\)/);
  const noDestination = await stage.run(pointers, [
    drag({ ...card, destination: missing, skip_prompt: true }, quick),
  ]);
  expect(failureOf(noDestination)).toMatch(
    /^locator_not_found: The destination: .*get_by_text\("Nowhere"\)/,
  );
  expect(await noDestination.read('[bin.contains(card), seen.at(-1)]')).toEqual([
    false,
    ['up', 0, 0],
  ]);
  const several = await stage.run(`${pointers}<div class=bin></div><div class=bin></div>`, [
    drag({ ...card, destination: { command: 'locator(".bin")' } }),
  ]);
  expect(failureOf(several)).toMatch(/^locator_ambiguous: The destination: .*matched 2 elements/);
  expect(await several.read('seen')).toEqual([]);
});

test('skips a missing optional source', async () => {
  const run = await stage.run(pointers, [
    drag({ command: 'locator("#nothing")', destination: bin, skip_prompt: true }, quick),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(run.events.map(({ outcome }) => outcome)).toEqual(['skipped']);
});

test('does not drag a covered or disabled element', async () => {
  const covered = await stage.run(
    `${pointers}<section id=cover style="position:fixed;inset:0"></section>`,
    [drag(toBin, quick)],
  );
  expect(failureOf(covered)).toMatch(/The source: .*is covered by <section id="cover">/);
  expect(await covered.read('seen')).toEqual([]);
});
