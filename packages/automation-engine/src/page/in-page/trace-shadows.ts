/** Elements, apart from custom ones, whose shadow roots scripts may close. */
const plainHosts: ReadonlySet<string> = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(
    ' ',
  ),
);
const MOST_ASKED = 50;

/** Closed shadow roots by their hosts; only the browser knows them. */
const closed = new WeakMap<Element, ShadowRoot>();
const asked = new WeakSet<Element>();
let unasked: Element[] = [];

/**
 * Returns the shadow root of an element, including a closed one that `markClosedRoot` has reported.
 */
export function shadowOf(element: Element): ShadowRoot | undefined {
  return element.shadowRoot ?? closed.get(element);
}

/** Returns whether the document may contain closed roots that are not known yet. */
export function findPossibleHosts(): boolean {
  document.querySelectorAll('*').forEach(notePossibleHost);
  return hasPossibleHosts();
}

export function hasPossibleHosts(): boolean {
  return unasked.length > 0;
}

/** An element without children that still takes up space may show the content of a closed root. */
export function notePossibleHost(element: Element): void {
  const isCustom = element.localName.includes('-');
  if (!isCustom && (element.firstChild || !plainHosts.has(element.localName))) return;
  if (element.shadowRoot || asked.has(element) || unasked.length >= MOST_ASKED) return;
  if (!isCustom && element.clientHeight === 0) return;
  unasked.push(element);
}

/** Returns the elements to ask the browser about, once. */
export function takePossibleHosts(): Element[] {
  const hosts = unasked;
  unasked = [];
  for (const host of hosts) asked.add(host);
  return hosts;
}

/** Adds a closed root. Returns its host; undefined if the root was known already. */
export function addClosedRoot(root: Node): Element | undefined {
  if (!(root instanceof ShadowRoot) || closed.has(root.host)) return undefined;
  closed.set(root.host, root);
  return root.host;
}
