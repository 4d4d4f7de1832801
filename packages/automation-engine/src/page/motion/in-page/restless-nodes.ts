import { captureMember, type Natives } from './natives.ts';

/** The nodes that change repeatedly, regardless of the run: clocks, tickers, carousels. */
export interface RestlessNodes {
  /** Records that a recurring callback has changed the node. Returns whether that was expected. */
  readonly noteBackground: (node: Node, at: number) => boolean;
  /** Records a change for another or an unknown reason. Returns whether that was expected. */
  readonly noteChange: (node: Node, at: number) => boolean;
  /** Records that the page has changed the node while handling input, which is never expected. */
  readonly noteInput: (node: Node) => void;
  /** Whether its animations come from a recurring callback. */
  readonly isAnimated: (node: Node) => boolean;
  /** Nodes that have changed steadily up to now recur. */
  readonly mark: (at: number) => void;
}

interface History {
  readonly firstAt: number;
  lastAt: number;
  changes: number;
}

export function createRestlessNodes({ createMap, createWeakMap }: Natives): RestlessNodes {
  const mostHistories = 500;
  const background = createWeakMap<Node, { changes: number; isLast: boolean }>();
  const steady = createWeakMap<Node, true>();
  const histories = createMap<Node, History>();
  /**
   * Nodes that changed while the page handled input, and in at most one recurring callback since.
   * That callback may have interrupted an animation, so the page reacts to its end later.
   */
  const touched = createWeakMap<Node, { interruptedAt: number | undefined }>();
  let hasActed = false;
  const isAround = createIsAround();
  const isSteadyNode = (node: Node) => steady.has(node);
  const isTouched = (node: Node) => touched.has(node);
  const recurs = (node: Node) => (background.get(node)?.changes ?? 0) >= 2 || steady.has(node);
  return {
    noteInput: (node) => void touched.set(node, { interruptedAt: undefined }),
    noteBackground(node, at) {
      const input = touched.get(node);
      // A callback may change a node several times.
      if (input && (input.interruptedAt ?? at) === at) input.interruptedAt = at;
      else touched.delete(node);
      const isExpected = isAround(node, 4, recurs);
      const known = background.get(node) ?? { changes: 0, isLast: true };
      background.set(node, { changes: known.changes + 1, isLast: true });
      histories.delete(node);
      return isExpected;
    },
    noteChange(node, at) {
      touched.delete(node);
      const known = background.get(node);
      if (known) known.isLast = false;
      if (isAround(node, 2, isSteadyNode)) return true;
      if (histories.size >= mostHistories) histories.clear();
      const history = histories.get(node) ?? { firstAt: at, lastAt: at, changes: 1 };
      histories.set(node, history);
      // Changes within one frame count as one.
      if (at - history.lastAt > 16) history.changes += 1;
      history.lastAt = at;
      if (hasActed || !isSteady(history, at)) return false;
      steady.set(node, true);
      return true;
    },
    isAnimated: (node) =>
      !isAround(node, 2, isTouched) &&
      isAround(node, 2, (around) => background.get(around)?.isLast === true || steady.has(around)),
    mark(at) {
      histories.forEach((history, node) => {
        if (isSteady(history, at)) steady.set(node, true);
      });
      histories.clear();
      hasActed = true;
    },
  };
}

type IsAround = (node: Node, levels: number, test: (node: Node) => boolean) => boolean;

/**
 * Returns a function that checks whether a test holds for a node, or for one of those around it.
 */
function createIsAround(): IsAround {
  const parentOf = captureMember(Node.prototype, 'parentNode');
  return (node, levels, test) => {
    let around: Node | null = node;
    for (let level = 0; around && level < levels; level += 1, around = parentOf(around)) {
      if (test(around)) return true;
    }
    return false;
  };
}

/** Whether it has changed often, and recently enough not to seem ended. */
function isSteady({ firstAt, lastAt, changes }: History, at: number): boolean {
  if (changes < 5) return false;
  const gapMs = (lastAt - firstAt) / (changes - 1);
  return at - lastAt < 2 * gapMs + 20;
}
