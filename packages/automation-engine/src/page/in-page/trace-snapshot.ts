import { findSecretFields } from './secret-fields.ts';
import { describeForTrace, type ElementNotes, isSecret, stateOf } from './trace-attributes.ts';
import { followChanges } from './trace-changes.ts';
import {
  addClosedRoot,
  findPossibleHosts,
  hasPossibleHosts,
  notePossibleHost,
  shadowOf,
} from './trace-shadows.ts';
import { signatureOfSheet, textOfSheet } from './trace-styles.ts';

/**
 * An element as name, attributes and content; a text; or `[[snapshots ago, node]]`, which refers to
 * an unchanged node of an earlier snapshot by its number there, in postorder.
 */
type NodeSnapshot =
  | string
  | [[number, number]]
  | [string, Record<string, string>, ...NodeSnapshot[]];

/** A document in the format of the trace viewer. */
export interface TraceSnapshot {
  /** A NodeSnapshot as JSON, which is faster to send than an object. */
  readonly html: string;
  readonly doctype: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly milliseconds: number;
  /** Whether `takePossibleHosts` has elements to ask the browser about. */
  readonly hasPossibleHosts: boolean;
}

const MOST_NODES = 60_000;
const MOST_CHARACTERS = 4_000_000;
const DEEPEST = 400;
/** Longer text becomes a reference when it is unchanged. */
const LONG_TEXT = 60;
/** `script` includes those in SVG: the viewer must not run scripts of a page. */
const skipped: ReadonlySet<string> = new Set(['script', 'noscript', 'base', 'object', 'embed']);
/**
 * The only elements with content besides their children. Checked first, because the check is cheap.
 */
const withOwnContent: ReadonlySet<string> = new Set(['head', 'style', 'template']);
/**
 * Parts of a text. Without references, a text that changes is whole in a snapshot, so that a secret
 * in several parts of it is found.
 */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);
const withState: ReadonlySet<string> = new Set(['input', 'textarea', 'option', 'style', 'img']);

interface Kept {
  readonly snapshot: number;
  readonly index: number;
}

const kept = new WeakMap<Node, Kept>();
const changes = followChanges(forget);
/** Elements whose state no observer sees, each with its last state. */
const watched = new Map<Element, string>();
const viewport = followViewport();
const frames = new WeakMap<Element, string>();
let target: ElementNotes['target'];
let snapshots = 0;
let nodes = 0;
let isTooLarge = false;
let isSearched = false;

/** Takes a snapshot that marks the element a step acts on. Later snapshots keep the mark. */
export function takeAimedSnapshot(
  element: Element,
  callId: string,
): TraceSnapshot | 'ask' | undefined {
  if (target) changes.note(target.element);
  target = { element, callId };
  changes.note(element);
  return takeTraceSnapshot();
}

/** Names the frame that an element shows. */
export function markTraceFrame(element: Element, frameId: string): void {
  frames.set(element, frameId);
  changes.note(element);
}

/** Makes later snapshots include the closed root. */
export function markClosedRoot(root: Node): void {
  const host = addClosedRoot(root);
  if (host) changes.note(host);
}

/**
 * Returns undefined once the document has been too large. The first call returns
 * `ask` instead if the browser must first be asked about possible hosts of closed roots.
 */
export function takeTraceSnapshot(): TraceSnapshot | 'ask' | undefined {
  if (isTooLarge || !document.documentElement) return undefined;
  if (!isSearched) {
    isSearched = true;
    if (findPossibleHosts()) return 'ask';
  }
  const started = performance.now();
  const notes = {
    secretFields: findSecretFields(),
    target,
    frameOf: (at: Element) => frames.get(at),
    scrollOf: changes.scrollOf,
  };
  changes.follow(document);
  changes.collect();
  noteUnobserved(notes);
  nodes = 0;
  const html = JSON.stringify(visitElement(document.documentElement, notes, 0) ?? ['HTML', {}]);
  snapshots += 1;
  // The next snapshot could not refer to this one.
  if (nodes > MOST_NODES || html.length > MOST_CHARACTERS) isTooLarge = true;
  if (isTooLarge) return undefined;
  return {
    html,
    doctype: document.doctype?.name ?? '',
    url: document.URL,
    ...viewport.size(),
    milliseconds: performance.now() - started,
    hasPossibleHosts: hasPossibleHosts(),
  };
}

function noteUnobserved(notes: ElementNotes): void {
  for (const field of notes.secretFields) changes.note(field);
  for (const [element, state] of watched) {
    if (!element.isConnected) watched.delete(element);
    else if (stateNow(element, notes) !== state) changes.note(element);
  }
}

function stateNow(element: Element, notes: ElementNotes): string {
  const sheet = element instanceof HTMLStyleElement && element.sheet;
  const adopted = rootOf(element)?.adoptedStyleSheets ?? [];
  const rules = [...(sheet ? [sheet] : []), ...adopted].map(signatureOfSheet);
  return [stateOf(element, notes), rules.length, ...rules, shadowOf(element) !== undefined].join(
    '\n',
  );
}

/** The document or shadow root whose style sheets are recorded with the element. */
function rootOf(element: Element): Document | ShadowRoot | undefined {
  return element === document.documentElement ? document : shadowOf(element);
}

function isWatched(element: Element): boolean {
  return (
    element === document.documentElement ||
    withState.has(element.localName) ||
    element.localName.includes('-') ||
    shadowOf(element) !== undefined
  );
}

function visit(node: Node, notes: ElementNotes, depth: number): NodeSnapshot | undefined {
  // Checking the class would cost more.
  if (node.nodeType === Node.ELEMENT_NODE) return visitElement(node as Element, notes, depth);
  return node instanceof Text ? visitText(node) : undefined;
}

function visitText(node: Text): NodeSnapshot {
  const isLong = node.data.length > LONG_TEXT;
  const known = isLong && !changes.isChanged(node) ? kept.get(node) : undefined;
  if (known) return referTo(known);
  if (isLong) keep(node);
  nodes += 1;
  return node.data;
}

function visitElement(
  element: Element,
  notes: ElementNotes,
  depth: number,
): NodeSnapshot | undefined {
  if (isLeftOut(element) || depth > DEEPEST || nodes > MOST_NODES) return undefined;
  const isWhole = changes.isChanged(element) || inline.has(element.localName);
  const known = isWhole ? undefined : kept.get(element);
  if (known) return referTo(known);
  const attributes = describeForTrace(element, notes);
  const content = contentOf(element, notes, depth);
  if (isWatched(element)) watched.set(element, stateNow(element, notes));
  notePossibleHost(element);
  keep(element);
  nodes += 1;
  return [element.nodeName, attributes, ...content];
}

function isLeftOut(element: Element): boolean {
  if (skipped.has(element.localName)) return true;
  const { localName } = element;
  if (localName === 'link' && element instanceof HTMLLinkElement) {
    return !/\b(?:stylesheet|icon)\b/i.test(element.rel);
  }
  // A rule such as `http-equiv=refresh` would apply to the viewer.
  return localName === 'meta' && element instanceof HTMLMetaElement && element.httpEquiv !== '';
}

function contentOf(element: Element, notes: ElementNotes, depth: number): NodeSnapshot[] {
  if (isSecret(element, notes) || element instanceof HTMLTextAreaElement) return [];
  const isOwn = withOwnContent.has(element.localName);
  if (isOwn && element instanceof HTMLStyleElement && element.sheet) {
    return addText(textOfSheet(element.sheet));
  }
  const content: NodeSnapshot[] = [];
  const shadow = shadowOf(element);
  if (shadow) content.push(visitShadow(shadow, notes, depth));
  if (isOwn && element instanceof HTMLHeadElement) {
    nodes += 1;
    content.push(['BASE', { href: document.baseURI }]);
  }
  const isTemplate = isOwn && element instanceof HTMLTemplateElement;
  for (let child = isTemplate ? null : element.firstChild; child; child = child.nextSibling) {
    const snapshot = visit(child, notes, depth + 1);
    if (snapshot !== undefined) content.push(snapshot);
  }
  if (element === document.documentElement) content.push(...visitAdopted(document));
  return content;
}

function visitShadow(root: ShadowRoot, notes: ElementNotes, depth: number): NodeSnapshot {
  changes.follow(root);
  const content = [...root.childNodes]
    .map((child) => visit(child, notes, depth + 1))
    .filter((snapshot) => snapshot !== undefined);
  content.push(...visitAdopted(root));
  nodes += 1;
  return ['TEMPLATE', { __playwright_shadow_root_: 'open' }, ...content];
}

function visitAdopted({ adoptedStyleSheets }: Document | ShadowRoot): NodeSnapshot[] {
  return adoptedStyleSheets.map((sheet) => {
    const text = addText(textOfSheet(sheet));
    nodes += 1;
    return ['STYLE', {}, ...text];
  });
}

function addText(text: string): string[] {
  nodes += 1;
  return [text];
}

function keep(node: Node): void {
  kept.set(node, { snapshot: snapshots, index: nodes });
  changes.clear(node);
}

function referTo({ snapshot, index }: Kept): NodeSnapshot {
  return [[snapshots - snapshot, index]];
}

function forget(node: Node): void {
  kept.delete(node);
  for (const child of node.childNodes) forget(child);
  const shadow = node instanceof Element ? shadowOf(node) : undefined;
  if (shadow) forget(shadow);
}

/** Reading the size would force a layout. */
function followViewport() {
  let size: { readonly width: number; readonly height: number } | undefined;
  return {
    size() {
      if (size) return size;
      addEventListener('resize', () => (size = sizeNow()), { passive: true });
      return (size = sizeNow());
    },
  };
}

const sizeNow = () => ({ width: innerWidth, height: innerHeight });
