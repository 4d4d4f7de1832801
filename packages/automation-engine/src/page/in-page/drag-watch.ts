import { shadowRootsOf } from './hit-test.ts';

/** The effects of a drag in one document. */
export interface DragState {
  /** The browser drags the element (HTML drag and drop), rather than a script of the page. */
  readonly isNative: boolean;
  /** The page has accepted a native drop. */
  readonly isDropped: boolean;
  /**
   * The document has changed since the watch began. Changes to the dragged element's attributes do
   * not count.
   */
  readonly hasChanged: boolean;
}

interface DragWatch {
  readonly read: () => DragState;
  readonly end: () => void;
}

let current: DragWatch | undefined;

/** Records what a drag does in the document of the element. */
export function watchDrag(element: Element): void {
  current?.end();
  let started: Event | undefined;
  let isDropped = false;
  const onStart = (event: Event) => {
    started = event;
  };
  const onDrop = () => {
    isDropped = true;
  };
  const traces = watchTraces(element);
  addEventListener('dragstart', onStart, { capture: true });
  addEventListener('drop', onDrop, { capture: true });
  current = {
    // Read long after the event: by then the page has either prevented it or never will.
    read: () => ({
      isNative: started !== undefined && !started.defaultPrevented,
      isDropped,
      hasChanged: traces.remain(),
    }),
    end() {
      traces.end();
      removeEventListener('dragstart', onStart, { capture: true });
      removeEventListener('drop', onDrop, { capture: true });
    },
  };
}

interface Traces {
  /**
   * Whether the document has changed. For the element itself only its position counts, not its
   * attributes.
   */
  readonly remain: () => boolean;
  readonly end: () => void;
}

function watchTraces(element: Element): Traces {
  const added = new Set<Node>();
  const removed = new Set<Node>();
  const attributes = new Map<Element, Map<string, string | null>>();
  let hasNewText = false;
  const note = (records: readonly MutationRecord[]) => {
    for (const { type, target, addedNodes, removedNodes, attributeName, oldValue } of records) {
      hasNewText ||= type === 'characterData';
      for (const node of removedNodes) if (!added.has(node)) removed.add(node);
      for (const node of addedNodes) added.add(node);
      if (!(target instanceof Element) || attributeName === null || target === element) continue;
      const before = attributes.get(target) ?? new Map<string, string | null>();
      attributes.set(target, before);
      if (!before.has(attributeName)) before.set(attributeName, oldValue);
    }
  };
  const observer = new MutationObserver(note);
  for (const root of [document, ...shadowRootsOf(element)]) {
    const changes = { childList: true, characterData: true, attributes: true };
    observer.observe(root, { subtree: true, attributeOldValue: true, ...changes });
  }
  const place = placeInParent(element);
  return {
    remain() {
      note(observer.takeRecords());
      if (hasNewText || placeInParent(element) !== place) return true;
      if ([...added].some((node) => node.isConnected)) return true;
      if ([...removed].some((node) => !node.isConnected)) return true;
      return [...attributes].some(([changed, before]) =>
        [...before].some(([name, value]) => (changed.getAttribute(name) ?? '') !== (value ?? '')),
      );
    },
    end: () => observer.disconnect(),
  };
}

function placeInParent(element: Element): string {
  const { x, y } = element.getBoundingClientRect();
  const around = element.parentElement?.getBoundingClientRect();
  return `${Math.round(x - (around?.x ?? 0))} ${Math.round(y - (around?.y ?? 0))}`;
}

/** Returns undefined in a document other than the watched one. */
export function readDrag(): DragState | undefined {
  return current?.read();
}

export function endDragWatch(): void {
  current?.end();
  current = undefined;
}
