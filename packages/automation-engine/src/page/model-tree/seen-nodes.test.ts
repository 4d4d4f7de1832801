import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPage, type TestPage } from '@errand/test-kit';
import { readModelTree } from './read-model-tree.ts';

let opened: TestPage;
beforeAll(async () => {
  opened = await openPage();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
});

const standards =
  '<!doctype html><meta charset=utf-8><style>body { margin: 0; font: 16px sans-serif }</style>';

async function textOf(html: string): Promise<string> {
  // A new document, so that nothing is left of the last one, such as its scroll position.
  await opened.page.goto('about:blank');
  await opened.page.setContent(`${standards}${html}`);
  const { signal } = new AbortController();
  return (await readModelTree(opened.page, { signal })).text;
}

test.each([
  ['display', '<p style="display:none">WORDS</p>'],
  ['visibility', '<p style="visibility:hidden">WORDS</p>'],
  ['opacity', '<div style="opacity:0"><p>WORDS</p></div>'],
  ['aria-hidden', '<div aria-hidden=true><button>WORDS</button></div>'],
  ['inert', '<div inert><button>WORDS</button></div>'],
  ['no size', '<div style="height:0;overflow:hidden"><p>WORDS</p></div>'],
  [
    'for screen readers only',
    '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">WORDS</span>',
  ],
  ['left of the page', '<p style="position:absolute;left:-5000px">WORDS</p>'],
  ['indented away', '<p style="text-indent:-9999px;overflow:hidden;white-space:nowrap">WORDS</p>'],
  ['tiny', '<p style="font-size:1px">WORDS</p>'],
  ['in the colour of the page', '<p style="color:#fff">WORDS</p>'],
  [
    'in the colour of its box',
    '<div style="background:#123456"><p style="color:#123456">WORDS</p></div>',
  ],
  ['no colour', '<p style="color:transparent">WORDS</p>'],
  [
    'painted over',
    '<p style="position:absolute;top:50px">WORDS</p><div style="position:absolute;top:40px;width:300px;height:80px;background:#eee">cover</div>',
  ],
  [
    'under a dialog that fills the window',
    '<button>WORDS</button><div style="position:fixed;inset:0;background:#fff">here</div>',
  ],
  ['nearly in the colour of the page', '<p style="color:#fbfefc">WORDS</p>'],
  ['in the colour of the page in another notation', '<p style="color:oklch(1 0 0)">WORDS</p>'],
  ['in its own fill colour', '<p style="-webkit-text-fill-color:#fff">WORDS</p>'],
  ['a filter', '<p style="filter:blur(0) opacity(1%)">WORDS</p>'],
  [
    'with an empty mask',
    '<p style="mask-image:linear-gradient(transparent,transparent)">WORDS</p>',
  ],
  ['clipped to a point', '<button style="clip-path:circle(0 at 50% 50%)">WORDS</button>'],
  ['clipped from all sides', '<p style="clip-path:inset(10px 100% 0 0 round 2px)">WORDS</p>'],
  ['cut to a line', '<p style="clip-path:polygon(0 0, 0 100%, 0px 50%)">WORDS</p>'],
  ['made small', '<p style="transform:scale(.01)">WORDS</p>'],
  ['fixed next to the window', '<p style="position:fixed;left:101vw">WORDS</p>'],
  ['fixed below the window', '<p style="position:fixed;top:101vh">WORDS</p>'],
  [
    'right of a page that is as wide as the window',
    '<style>body { overflow-x: hidden }</style><p style="position:absolute;left:5000px">WORDS</p>',
  ],
  [
    'under a gradient',
    '<p style="position:absolute;top:50px">WORDS</p><div style="position:absolute;top:40px;width:300px;height:80px;background:linear-gradient(#eee,oklch(.9 0 0))">cover</div>',
  ],
  [
    'fixed, under another fixed element',
    '<p style="position:fixed;top:50px">WORDS</p><div style="position:fixed;top:40px;width:300px;height:80px"><div style="background:#eee;height:80px">cover</div></div>',
  ],
  [
    'in a scroll area of one pixel',
    '<div style="width:1px;height:1px;overflow:auto"><p>WORDS</p></div>',
  ],
  [
    'in a frame of one pixel',
    '<iframe style="width:1px;height:1px;border:0" srcdoc="<p>WORDS"></iframe>',
  ],
  ['in a frame of one colour', '<iframe srcdoc="<p style=color:#fff>WORDS"></iframe>'],
  ['a transparent button', '<button style="opacity:0" title=WORDS>WORDS</button>'],
  ['a hidden option', '<select><option>here<option hidden>WORDS</select>'],
  ['a closed frame', '<iframe style="display:none" srcdoc="<p>WORDS"></iframe>'],
  ['a script', '<script>/* WORDS */</script><noscript>WORDS</noscript><template>WORDS</template>'],
])('omits what nobody can see: %s', async (_way, html) => {
  const text = await textOf(`<p>here</p>${html}`);
  expect(text).toContain('here');
  expect(text).not.toContain('WORDS');
});

test.each([
  [
    'under a sticky header',
    '<div style="position:fixed;top:0;width:100%;height:40px;background:#eee">head</div><p>WORDS</p>',
  ],
  [
    'in a scrollable list',
    '<div style="overflow:hidden"><div style="height:40px;overflow:auto"><p style="margin-top:300px">WORDS</p></div></div>',
  ],
  ['far below', '<div style="height:5000px"></div><p>WORDS</p>'],
  [
    'white on a picture',
    '<div style="background-image:linear-gradient(#000,#111)"><p style="color:#fff">WORDS</p></div>',
  ],
  ['a link around a float', '<a href=/x><span style="float:left">WORDS</span></a>'],
  ['in a modern colour notation', '<p style="color:oklch(0.21 0.03 264)">WORDS</p>'],
  ['in an unknown colour notation', '<p style="color:color(xyz 0.1 0.1 0.1)">WORDS</p>'],
  [
    'light on dark, in a modern notation',
    '<div style="background:lab(20 5 5)"><p style="color:color-mix(in lab, white 90%, red)">WORDS</p></div>',
  ],
  ["on a dark page of the browser's own", '<meta name=color-scheme content=dark><p>WORDS</p>'],
  [
    'light on a dark body',
    '<style>body { background: #111 }</style><p style="color:#fff">WORDS</p>',
  ],
  [
    'light in a frame on a dark page',
    '<div style="background:#111"><iframe srcdoc="<p style=color:#fff>WORDS"></iframe></div>',
  ],
  [
    'letters clipped out of a gradient',
    '<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent"><b>WORDS</b></p>',
  ],
  ['white with a shadow', '<p style="color:#fff;text-shadow:0 0 3px #000">WORDS</p>'],
  ['in a shape', '<p style="clip-path:polygon(0 0,100% 0,100% 100%,0 100%)">WORDS</p>'],
  [
    'fixed, on a page that is scrolled',
    '<div style="height:5000px"></div><p style="position:fixed;top:5px">WORDS</p><script>scrollTo(0, 2000)</script>',
  ],
  [
    'fixed in a transformed element',
    '<div style="transform:translateX(0);margin-top:900px"><p style="position:fixed">WORDS</p></div>',
  ],
  [
    'under the content of a sticky header',
    '<div style="position:fixed;top:0"><div style="background:#eee;height:90px">head</div></div><p>WORDS</p>',
  ],
  [
    'left of a right-to-left page',
    '<html dir=rtl><div style="width:3000px"></div><p style="position:absolute;left:-1000px">WORDS</p>',
  ],
  ['on its own background', '<div style="background:#222"><p style="color:#fff">WORDS</p></div>'],
])('keeps what can be seen: %s', async (_way, html) => {
  expect(await textOf(html)).toContain('WORDS');
});
