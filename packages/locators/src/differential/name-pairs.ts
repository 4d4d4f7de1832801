import type { Page } from 'playwright-core';
import { ariaRoles } from '../grammar/check-roles.ts';
import type { Pair } from './pair.ts';

type Role = Parameters<Page['getByRole']>[0];

/** An element, the role to search for, and its full accessible name. */
type NamedElement = readonly [html: string, role: Role, name: string];

const named: readonly NamedElement[] = [
  // Tables.
  ['<table><tr><th>N1</th><th>N1b</th></tr></table>', 'columnheader', 'N1'],
  ['<table><tr><th>N2</th><td>1</td></tr></table>', 'rowheader', 'N2'],
  ['<table><caption>N3</caption></table>', 'table', 'N3'],
  ['<table summary="N4"><tr><td>x</td></tr></table>', 'table', 'N4'],
  ['<table><tr><td>N5 <input value="five"></td></tr></table>', 'row', 'N5 five'],
  // Fields.
  ['<input type="file" title="N6">', 'button', 'Choose File'],
  ['<label>N7 <input type="file"></label>', 'button', 'N7'],
  ['<input type="number" placeholder="N8">', 'spinbutton', 'N8'],
  ['<label>N9 <meter value="1"></meter></label>', 'meter', 'N9'],
  ['<progress title="N10"></progress>', 'progressbar', 'N10'],
  ['<label for="f11">N11</label><progress id="f11"></progress>', 'progressbar', 'N11'],
  ['<input type="image" alt="N12">', 'button', 'N12'],
  ['<input type="search" placeholder="N13">', 'searchbox', 'N13'],
  ['<input type="reset">', 'button', 'Reset'],
  ['<input type="submit">', 'button', 'Submit'],
  ['<fieldset><legend>N14</legend></fieldset>', 'group', 'N14'],
  ['<label>N15 <output>o</output></label>', 'status', 'N15'],
  ['<label><select><option>N16</option></select> N16b</label><input>', 'combobox', 'N16b'],
  ['<select title="N17"><option>x</option></select>', 'combobox', 'N17'],
  [
    '<label for="f18">N18</label><label for="f18">more</label><input id="f18">',
    'textbox',
    'N18 more',
  ],
  ['<textarea placeholder="N19" title="T19"></textarea>', 'textbox', 'T19'],
  // Fields inside elements that are named by their content.
  ['<button>N20 <input type="search" value="twenty"></button>', 'button', 'N20 twenty'],
  ['<button>N21 <input type="range" aria-valuetext="much"></button>', 'button', 'N21 much'],
  ['<div role="checkbox">N22 <span role="textbox">text</span></div>', 'checkbox', 'N22 text'],
  [
    '<div role="option">N23 <div role="listbox"><div role="option" aria-selected="TRUE">chosen</div></div></div>',
    'option',
    'N23 chosen',
  ],
  // References.
  [
    '<i id="r24">N24</i><i id="s24">too</i><button aria-labelledby="r24\ts24">x</button>',
    'button',
    'N24 too',
  ],
  ['<button aria-labelledby="nothing">N25</button>', 'button', 'N25'],
  ['<button aria-labelledby="">N26</button>', 'button', 'N26'],
  ['<i id="r27" hidden>N27</i><button aria-labelledby="r27">x</button>', 'button', 'N27'],
  ['<button id="r28" aria-labelledby="r28" aria-label="N28">x</button>', 'button', 'N28'],
  ['<input type="button" aria-labelledby="nothing" value="N29">', 'button', 'N29'],
  ['<button aria-owns="o30">N30</button><i id="o30">owned</i>', 'button', 'N30owned'],
  ['<label for="f31">N31</label><input id="f31" aria-labelledby="nothing">', 'textbox', 'N31'],
  // Images and SVG.
  ['<a href="#"><img alt="N32"></a>', 'link', 'N32'],
  ['<svg width="9" height="9"><title>N33</title></svg>', 'img', 'N33'],
  ['<figure><figcaption>N34</figcaption></figure>', 'figure', 'N34'],
  [
    '<map name="m35"><area href="#" alt="N35" style="display:inline"></map><img usemap="#m35" alt="">',
    'link',
    'N35',
  ],
  ['<button><svg width="9" height="9"><title>N36</title></svg></button>', 'button', 'N36'],
  // Content from style sheets.
  ['<style>.c37::before{content:"N37 "}</style><button class="c37">x</button>', 'button', 'N37 x'],
  [
    '<style>.c38::after{content:attr(data-text)}</style><button class="c38" data-text="N38"></button>',
    'button',
    'N38',
  ],
  [
    '<style>.c39::before{content:"*" / "N39"}</style><button class="c39">x</button>',
    'button',
    'N39x',
  ],
  [
    '<style>.c40::before{content:"N40 " "too"}</style><button class="c40"></button>',
    'button',
    'N40 too',
  ],
  [
    '<style>.c41::before{content:"gone";display:none}</style><button class="c41">N41</button>',
    'button',
    'N41',
  ],
  [
    String.raw`<style>.c42::before{content:"N42\a two"}</style><button class="c42"></button>`,
    'button',
    'N42 two',
  ],
  [
    '<style>.c43::before{content:"\\"N43\\""}</style><button class="c43"></button>',
    'button',
    '"N43"',
  ],
  [
    '<style>.c44::before{content:url("x.png") / "N44"}</style><button class="c44"></button>',
    'button',
    'N44',
  ],
  ['<style>.c45{content:url("x.png") / "N45"}</style><a href="#" class="c45">x</a>', 'link', 'N45'],
  // Shadow roots, slots and elements that are not rendered.
  [
    '<div role="button"><template shadowrootmode="open">N46 <slot></slot></template>slotted</div>',
    'button',
    'N46 slotted',
  ],
  [
    '<div role="button"><template shadowrootmode="open">N47</template>not slotted</div>',
    'button',
    'N47',
  ],
  [
    '<div id="d48"><details><summary>N48</summary>closed</details></div><button aria-labelledby="d48">x</button>',
    'button',
    'N48',
  ],
  ['<button>N49<span hidden>not</span><br>line</button>', 'button', 'N49 line'],
  ['<button>N50<div>block</div></button>', 'button', 'N50 block'],
  ['<a href="#" title="N51"></a>', 'link', 'N51'],
  ['<h2>N52 <span aria-label="label">x</span></h2>', 'heading', 'N52 label'],
  ['<div role="tab" title="T53">N53</div>', 'tab', 'N53'],
  ['<div role="img" aria-label="N54"></div>', 'img', 'N54'],
  ['<dialog open aria-label="N55">x</dialog>', 'dialog', 'N55'],
  ['<nav aria-label="N56">x</nav>', 'navigation', 'N56'],
  ['<button>N57\u200B zero\u00A0width</button>', 'button', 'N57 zero width'],
];

export const namePage = named.map(([html]) => `<div>${html}</div>`).join('\n');

export const STATE_PAGE = `<div role="checkbox" aria-checked="TRUE">S1</div><div role="button" aria-pressed="True">S2</div>
<div role="treeitem" aria-expanded="TRUE">S3</div><div role="tab" aria-selected="TRUE">S4</div><button aria-expanded="FALSE">S5</button>
<select><optgroup disabled><option>S6</option></optgroup></select><div aria-disabled="TRUE"><button>S7</button></div>
<div aria-disabled="true"><p>S8</p><a href="#" aria-disabled="false">S8</a></div><fieldset disabled><legend><button>S9</button></legend><button>S10</button></fieldset>
<button aria-describedby="d1\nd2">S11</button><p id="d1">first</p><p id="d2">second</p><button title="S12 title">S12</button>
<button aria-description="S13 text">S13</button><div role="heading" aria-level="7">S14</div><details open>S15</details>`;

export const namePairs: readonly Pair[] = named.map(([, role, name]) => [
  `get_by_role(${JSON.stringify(role)}, name=${JSON.stringify(name)}, exact=True)`,
  (page) => page.getByRole(role, { name, exact: true }),
]);

/** Each role twice: exposed elements only, and hidden ones included. */
export const rolePairs: readonly Pair[] = ariaRoles.flatMap((role): Pair[] => [
  [`get_by_role("${role}")`, (page) => page.getByRole(role as Role)],
  [
    `get_by_role("${role}", include_hidden=True)`,
    (page) => page.getByRole(role as Role, { includeHidden: true }),
  ],
]);

export const statePairs: readonly Pair[] = [
  [
    'get_by_role("checkbox", checked=True)',
    (page) => page.getByRole('checkbox', { checked: true }),
  ],
  ['get_by_role("button", pressed=True)', (page) => page.getByRole('button', { pressed: true })],
  [
    'get_by_role("treeitem", expanded=True)',
    (page) => page.getByRole('treeitem', { expanded: true }),
  ],
  [
    'get_by_role("button", expanded=False)',
    (page) => page.getByRole('button', { expanded: false }),
  ],
  ['get_by_role("tab", selected=True)', (page) => page.getByRole('tab', { selected: true })],
  ['get_by_role("option", disabled=True)', (page) => page.getByRole('option', { disabled: true })],
  ['get_by_role("button", disabled=True)', (page) => page.getByRole('button', { disabled: true })],
  [
    'get_by_role("button", disabled=False)',
    (page) => page.getByRole('button', { disabled: false }),
  ],
  ['get_by_role("link", disabled=False)', (page) => page.getByRole('link', { disabled: false })],
  ['locator("role=button[disabled]")', (page) => page.locator('role=button[disabled]')],
  ['get_by_role("heading", level=7)', (page) => page.getByRole('heading', { level: 7 })],
  [
    'get_by_role("button", description="first second", exact=True)',
    (page) => page.getByRole('button', { description: 'first second', exact: true }),
  ],
  [
    'get_by_role("button", description="S12 title")',
    (page) => page.getByRole('button', { description: 'S12 title' }),
  ],
  [
    'get_by_role("button", description=re.compile("^S13"))',
    (page) => page.getByRole('button', { description: /^S13/ }),
  ],
];
