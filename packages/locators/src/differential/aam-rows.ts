import type { Pair } from './pair.ts';

/**
 * A selector for each row of the element roles table in W3C's HTML Accessibility API Mappings, in
 * the same order. If each finds something, `rolePage` is complete.
 */
const ROWS = `
a[href] | a:not([href]) | abbr | address | area[href] | area:not([href]) | article | body > aside | article > aside |
aside[aria-label] | audio | x-control | b | base | bdi | bdo | blockquote | body | br | button | canvas | caption | cite |
code | col | colgroup | data | datalist | dd | del | details | dfn | dialog | div | dl | dt | em | embed | fieldset |
figcaption | figure | body > footer | section > footer | form[aria-label] | form:not([aria-label]) | x-field | h1 | h2 | h3 |
h4 | h5 | h6 | head | body > header | main > header | hgroup | hr | html | i | iframe | img[alt="Alt"] | img[alt=""] |
img:not([alt]) | input[type=button] | input[type=checkbox] | input[type=color] | input[type=date] |
input[type=datetime-local] | input[type=email]:not([list]) | input[type=file] | input[type=hidden] | input[type=image] |
input[type=month] | input[type=number] | input[type=password] | input[type=radio] | input[type=range] | input[type=reset] |
input[type=search]:not([list]) | input[type=submit] | input[type=tel]:not([list]) | input[type=text]:not([list]) |
input:not([type]):not([list]) | input:not([type])[list] | input[type=search][list] | input[type=tel][list] |
input[type=url][list] | input[type=email][list] | input[type=time] | input[type=url]:not([list]) | input[type=week] | ins |
kbd | label | legend | ul > li | ol > li | menu > li | body > li | link | main | map | mark | math | menu | meta | meter | nav |
noscript | object | ol | optgroup | option | output | p | param | picture | pre | progress | q | rb | rp | rt | rtc | ruby | s |
samp | script | search | section[aria-label] | section:not([aria-label]) | select:not([multiple], [size]) | select[multiple] |
select[size="4"] | selectedcontent | slot | small | source | span | strong | style | sub | summary | sup | svg | table |
table[role=grid] | table[role=treegrid] | table[role=none] | tbody | table:not([role]) td | table[role=grid] td |
table[role=treegrid] td | template | textarea | tfoot | table:not([role]) th | table[role=grid] th | th[scope=col] |
th[scope=colgroup] | th[scope=row] | th[scope=rowgroup] | thead | time | title | tr | track | u | ul | var | video | wbr`;

export const rowPairs: readonly Pair[] = ROWS.split('|').map((row): Pair => {
  const selector = row.trim();
  return [`locator(${JSON.stringify(selector)})`, (page) => page.locator(selector)];
});
