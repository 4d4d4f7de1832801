import type { ScrollPosition } from './trace-attributes.ts';

/** What has changed in a document since its last snapshot. */
export interface DocumentChanges {
  readonly isChanged: (node: Node) => boolean;
  /** Marks a node, and everything around it, as changed. */
  readonly note: (node: Node) => void;
  readonly clear: (node: Node) => void;
  /** Follows the changes below a root from now on. Does nothing for a known root. */
  readonly follow: (root: Document | ShadowRoot) => void;
  /**
   * Scroll position of an element according to its last event: asking the element would force a
   * layout in the middle of a step.
   */
  readonly scrollOf: (element: Element) => ScrollPosition;
  /** Processes the changes observed so far. */
  readonly collect: () => void;
}

/** `forget`: whatever is known about a node and its content may be out of date. */
export function followChanges(forget: (node: Node) => void): DocumentChanges {
  const changed = new WeakSet<Node>();
  const followed = new WeakSet<Node>();
  const positions = new WeakMap<Element, ScrollPosition>();
  const note = (node: Node) => {
    for (let at: Node | null = node; at; at = parentOf(at)) changed.add(at);
  };
  const take = (records: readonly MutationRecord[]) => {
    for (const { target, addedNodes } of records) {
      note(target);
      // Changes to a node are not observed while it is outside the document.
      for (const added of addedNodes) forget(added);
    }
  };
  const observer = new MutationObserver(take);
  const onScroll = ({ target }: Event) => {
    const scrolled = target instanceof Document ? target.documentElement : target;
    if (!(scrolled instanceof Element)) return;
    positions.set(scrolled, positionOf(scrolled));
    note(scrolled);
  };
  return {
    isChanged: (node) => changed.has(node),
    note,
    clear: (node) => changed.delete(node),
    follow(root) {
      if (followed.has(root)) return;
      followed.add(root);
      const options = { attributes: true, characterData: true, childList: true, subtree: true };
      observer.observe(root, options);
      root.addEventListener('scroll', onScroll, { capture: true, passive: true });
    },
    scrollOf(element) {
      const position = positions.get(element) ?? positionOf(element);
      positions.set(element, position);
      return position;
    },
    collect: () => take(observer.takeRecords()),
  };
}

function parentOf(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : node.parentNode;
}

const unscrolled: ScrollPosition = { left: 0, top: 0 };

function positionOf({ scrollLeft: left, scrollTop: top }: Element): ScrollPosition {
  return left || top ? { left, top } : unscrolled;
}
