import { ariaRoles } from '../grammar/check-roles.ts';

/**
 * Every element in the table of W3C's HTML Accessibility API Mappings, in the contexts that its
 * roles depend on, and every explicit WAI-ARIA role. `aam-rows.ts` lists those elements. Elements
 * without a role must never match.
 */
export const rolePage = `<title>Roles</title><base href="/roles"><meta name="x"><link rel="author" href="#"><style>.gone { display: none }</style>
<script>customElements.define('x-field', class extends HTMLElement { static formAssociated = true })</script>
${landmarks()}
${texts()}
${controls()}
${lists()}
${tables()}
${pictures()}
${presentational()}
${writtenOut()}`;

function landmarks(): string {
  return `
<header>Banner</header><footer>Content info</footer>
<article><header>In an article</header><footer>In an article</footer><aside>Aside</aside></article>
<main><header>In main</header><section><footer>In a section</footer></section><aside aria-label="Named">Aside</aside></main>
<nav><header>In nav</header></nav><aside><footer>In an aside</footer></aside>
<section>Unnamed</section><section aria-label="Named">Region</section><section aria-labelledby="h1">Region</section>
<section title="Titled">Titled</section><section aria-label="">Empty name</section>
<section role="none"><header>In a section of no role</header></section><div role="region"><footer>In a region</footer></div>
<div role="article"><header>In an article by role</header></div>
<form>Unnamed</form><form aria-label="Named">Form</form><form title="Titled">Form</form><form name="f">Form</form>
<search>Search</search><search aria-label="Named">Search</search><dialog open>Dialog</dialog><dialog>Closed</dialog>
<address>Address</address><hgroup><h1 id="h1">One</h1><p>Under it</p></hgroup>
<h2>Two</h2><h3>Three</h3><h4>Four</h4><h5>Five</h5><h6>Six</h6>`;
}

function texts(): string {
  const plain =
    'abbr b bdi bdo blockquote cite code data del dfn em i ins kbd mark p pre q s samp small span strong sub sup time u var div slot';
  return `${plain
    .split(' ')
    .map((name) => `<${name}>${name}</${name}>`)
    .join('\n')}
<br><wbr><hr><ruby>R<rp>(</rp><rt>t</rt><rp>)</rp></ruby><ruby><rb>R</rb><rtc>t</rtc></ruby><math><mi>x</mi></math><noscript>No</noscript>
<template><p>Not here</p></template><a href="#a">Link</a><a>No link</a><a href="">Empty</a><a name="n">Name</a>`;
}

function controls(): string {
  const types =
    'button checkbox color date datetime-local email file hidden image month number password radio range reset search submit tel text time url week unheard-of';
  return `<button>Button</button><label>Label</label><fieldset><legend>Legend</legend></fieldset>
${types
  .split(' ')
  .map((type) => `<input type="${type}">`)
  .join('')}<input>
<input list="choices"><input type="search" list="choices"><input type="email" list="choices"><input type="tel" list="choices">
<input type="url" list="choices"><input type="text" list="nothing"><input type="search" list="nothing"><input type="search" list="h1">
<input type="number" list="choices"><input type="date" list="choices"><input type="checkbox" role="switch" checked>
<datalist id="choices"><option>One</option></datalist><textarea></textarea>
<select><option>One</option><optgroup label="Group"><option>Two</option></optgroup></select>
<select multiple><option>One</option></select><select size="1"><option>One</option></select><select size="4"><option>One</option></select>
<select multiple size="1"><option>One</option></select><select size="0"></select><select size="x"></select>
<output>Output</output><progress></progress><progress value="1" max="2"></progress><meter value="1"></meter>
<details><summary>Summary</summary>Inside</details><details open><summary>Open</summary><p>Inside</p></details><summary>Alone</summary>
<select><button><selectedcontent></selectedcontent></button><option>One</option></select>
<x-control tabindex="0">Custom</x-control><x-field></x-field>`;
}

function lists(): string {
  return `<ul><li>In ul</li></ul><ol><li>In ol</li></ol><menu><li>In menu</li></menu><li>Outside</li><div><li>In div</li></div>
<dl><dt>Term</dt><dd>Definition</dd><div><dt>In div</dt><dd>In div</dd></div></dl>
<div aria-owns="owned"></div><ul id="owner" aria-owns="owned"></ul><span id="owned" role="listitem">Owned</span>`;
}

function tables(): string {
  return `
<table><caption>Caption</caption><colgroup><col></colgroup>
  <thead><tr><th>Alone of two</th><th>Name</th></tr></thead>
  <tbody><tr><th>Row</th><td>Cell</td></tr><tr><td>Cell</td><th>Behind a cell</th></tr><tr><td></td><th>Behind an empty cell</th></tr>
  <tr><th>Before</th><td></td></tr><tr><th>A</th><th>B</th><th>C</th></tr><tr><th>A</th><td><b></b></td></tr><tr><td>x</td><th>M</th><th>N</th></tr></tbody>
  <tfoot><tr><td>Foot</td></tr></tfoot></table>
<table><tr><th>Only cell</th></tr></table><table><tr><th>Only in row</th></tr><tr><td>Other</td></tr></table>
<table><tr><th scope="col">col</th><th scope="colgroup">colgroup</th><th scope="row">row</th><th scope="rowgroup">rowgroup</th>
  <th scope="COL">upper</th><th scope="auto">auto</th><th scope="">empty</th><td>Cell</td></tr></table>
<table role="grid"><tr><th>Head</th><td>Grid cell</td></tr></table><table role="treegrid"><tr><td>Tree grid cell</td><th>Head</th></tr></table>
<table role="none"><tr><th>Head</th><td>Cell</td></tr></table><table role="presentation"><tbody><tr><td>Cell</td></tr></tbody></table>
<table role="grid"><tr role="none"><td>Cell</td></tr></table><table role="table"><tr><th>H</th><td>C</td></tr></table>
<div role="grid"><div role="row"><span role="columnheader">H</span><span role="gridcell">C</span></div></div>
<table><tr><th></th><th>x</th></tr><tr><th> </th><td> </td><td>y</td></tr></table>`;
}

function pictures(): string {
  return `<img alt=""><img alt="Alt"><img><img alt="" title="Title"><img alt="" aria-label="Label"><img alt="" tabindex="0">
<img alt="" tabindex="x"><img alt="" aria-hidden="false"><img alt="" aria-live="polite"><img alt="" role="img"><img role="none" alt="x">
<picture><source><img alt="In picture"></picture><figure>Figure<figcaption>Caption</figcaption></figure>
<svg width="9" height="9"><title>Title</title><circle r="4"></circle><a href="#s"><text>t</text></a><g role="button"></g></svg>
<svg width="9" height="9" aria-hidden="true"></svg><svg width="9" height="9" role="none"></svg>
<map name="m"><area href="#m" alt="Area"><area alt="None"></map><img usemap="#m" alt="Map">
<canvas></canvas><audio controls></audio><video controls><track></video><iframe></iframe><embed><object><param name="p"></object>`;
}

function presentational(): string {
  return `<ul role="none"><li>None</li></ul><ul role="presentation"><li><b>None</b></li></ul><ol role="none" aria-label="Label"><li>Conflict</li></ol>
<ul role="none" tabindex="0"><li>Conflict</li></ul><dl role="none"><div><dt>t</dt><dd>d</dd></div></dl><menu role="none"><li>Menu</li></menu>
<button role="none">Focusable</button><button role="none" disabled>Disabled</button><h2 role="none">None</h2>
<h2 role="none" aria-live="polite">Conflict</h2><a href="#p" role="presentation">Conflict</a><p role="none" aria-label="Label">Label</p>
<ul role="NONE"><li>Upper case</li></ul><div role="BUTTON">Upper case</div><div role="Tab">Mixed</div>
<div role="unheard-of button">Second</div><div role="command">Abstract</div><div role="widget link">Abstract first</div>
<div role="">Empty</div><div role=" button ">Blanks</div><h3 role="unheard-of">Still heading</h3><div role="doc-chapter">DPUB</div>
<div class="gone"><button>Hidden</button></div><button aria-hidden="true">Hidden</button><button hidden>Hidden</button>
<div inert><button>Inert</button></div><div style="visibility:hidden"><a href="#v">Hidden</a><a href="#w" style="visibility:visible">Shown</a></div>
<div style="display:contents"><button>Contents</button></div><div style="display:contents" role="note"></div><button style="opacity:0">Clear</button>
<div><template shadowrootmode="open"><header>In a shadow</header><ul role="none"><slot></slot></ul><th>Loose</th></template><li>Slotted</li></div>
<section aria-label="Around"><div><template shadowrootmode="open"><footer>In a shadow in a section</footer></template></div></section>`;
}

function writtenOut(): string {
  return ariaRoles.map((role) => `<div role="${role}">${role}</div>`).join('\n');
}
