/**
 * Nested and cross-site frames, multi-line text, and repeated elements. `inner` is the content of
 * the frame.
 */
export function edgePage(otherSite: string): string {
  return `
<p>first line<br>second line</p><p>First line</p><p>x.y</p><p>xzy</p>
<pre>alpha\nBeta gamma</pre><button aria-label="alpha\nBeta">Lines</button>
<ul><li class="a">Ant <b>red</b></li><li class="a">Bee</li><li class="a"><i>Cat</i></li><li>Dog</li></ul>
<div class="card"><h3>One</h3><button>Buy</button></div>
<div class="card"><h3>Two</h3><button disabled>Buy</button></div>
<div class="card"><h3>Three</h3></div>
<iframe name="outer" title="outer frame" srcdoc="
  <h3>In the outer frame</h3><button>Buy</button><button>Buy</button>
  <iframe name='nested' srcdoc='<h3>In the nested frame</h3><button>Deep</button>'></iframe>"></iframe>
<iframe name="other" src="${otherSite}/inner"></iframe>
<iframe class="twin" srcdoc="<h3>Twin one</h3>"></iframe><iframe class="twin" srcdoc="<h3>Twin two</h3>"></iframe>`;
}

export const INNER_PAGE = '<h3>Of another site</h3><button>Pay</button><button>Pay later</button>';
