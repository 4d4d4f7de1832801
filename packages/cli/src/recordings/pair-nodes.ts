import { diffArrays } from 'diff';
import { isDeepStrictEqual } from 'node:util';

type Node = Readonly<Record<string, unknown>>;

/** A node and its index in its list. */
interface Placed {
  readonly index: number;
  readonly node: Node;
}

/** An old node and its counterpart in the new list. */
type Pair = readonly [old: Placed, now: Placed];

/** Old and new nodes between two pairs. */
interface Gap {
  readonly before: Placed[];
  readonly after: Placed[];
}

interface Paths {
  readonly before: string;
  readonly after: string;
}

/**
 * Finds the nodes that two versions of an automation have in common, wherever they are. Returns a
 * function from the path of a step, such as `nodes[3][0].nodes[1]`, to its path in the old version;
 * undefined if its node is not there. A changed node counts as the same if its kind is the same and
 * it is between the same nodes.
 */
export function pairNodes(
  before: readonly object[],
  after: readonly object[],
  list: 'nodes' | 'post_processing_nodes' = 'nodes',
): (path: string) => string | undefined {
  const found = new Map(pathsOf(before, after, { before: list, after: list }));
  return (path) => translate(path, found);
}

/** Returns pairs of paths without iterations, new path first. */
function pathsOf(
  before: readonly object[],
  after: readonly object[],
  lists: Paths,
): readonly (readonly [string, string])[] {
  return pairLists(before.map(place), after.map(place)).flatMap(([old, now]) => {
    const paths = {
      before: `${lists.before}[${old.index}]`,
      after: `${lists.after}[${now.index}]`,
    };
    const inner = Object.keys(now.node).flatMap((name) => {
      const [one, other] = [old.node[name], now.node[name]];
      if (!isListOfNodes(name, one) || !isListOfNodes(name, other)) return [];
      return pathsOf(one, other, {
        before: `${paths.before}.${name}`,
        after: `${paths.after}.${name}`,
      });
    });
    return [[paths.after, paths.before] as const, ...inner];
  });
}

const place = (node: object, index: number): Placed => ({ index, node: node as Node });

function isListOfNodes(name: string, value: unknown): value is readonly object[] {
  return /(?:^|_)nodes$/.test(name) && Array.isArray(value);
}

/** First pairs equal nodes, in order or moved; then the changed ones between them. */
function pairLists(before: readonly Placed[], after: readonly Placed[]): readonly Pair[] {
  const equal = align(before, after, isDeepStrictEqual);
  const moved = takeMoved(equal.gaps);
  const changed = equal.gaps.map((gap) =>
    align(gap.before, gap.after, (one, other) => kindOf(one) === kindOf(other)),
  );
  return [...equal.pairs, ...moved, ...changed.flatMap(({ pairs }) => pairs)];
}

function align(
  before: readonly Placed[],
  after: readonly Placed[],
  isSame: (one: Node, other: Node) => boolean,
): { readonly pairs: readonly Pair[]; readonly gaps: readonly Gap[] } {
  const pairs: Pair[] = [];
  const gaps: Gap[] = [{ before: [], after: [] }];
  const [old, now] = [[...before], [...after]];
  const comparator = (one: Placed, other: Placed): boolean => isSame(one.node, other.node);
  for (const { added, removed, count } of diffArrays(old, now, { comparator })) {
    const [ofOld, ofNow] = [added ? [] : old.splice(0, count), removed ? [] : now.splice(0, count)];
    if (added || removed) {
      gaps.at(-1)?.before.push(...ofOld);
      gaps.at(-1)?.after.push(...ofNow);
      continue;
    }
    pairs.push(...ofOld.flatMap((one, index): Pair[] => pairOf(one, ofNow[index])));
    gaps.push({ before: [], after: [] });
  }
  return { pairs, gaps };
}

const pairOf = (old: Placed, now: Placed | undefined): Pair[] => (now ? [[old, now]] : []);

/** Pairs equal nodes of different gaps, and removes them from the gaps. */
function takeMoved(gaps: readonly Gap[]): readonly Pair[] {
  return gaps.flatMap(({ after }) =>
    after.slice().flatMap((now) => {
      const from = gaps.find(({ before }) => before.some((old) => isEqual(old, now)));
      const index = from?.before.findIndex((old) => isEqual(old, now)) ?? -1;
      const [old] = index === -1 ? [] : (from?.before.splice(index, 1) ?? []);
      if (!old) return [];
      after.splice(after.indexOf(now), 1);
      return pairOf(old, now);
    }),
  );
}

const isEqual = (old: Placed, now: Placed): boolean => isDeepStrictEqual(old.node, now.node);

/** Returns `interaction_action click_element` or `for_loop_node`, for example. */
function kindOf({ type, ...members }: Node): string {
  const [group, action] = Object.entries(members).find(([name]) => name.endsWith('_action')) ?? [];
  const [kind] = Object.entries(action ?? {}).find(([, value]) => isObject(value)) ?? [];
  return group === undefined ? String(type) : `${group} ${kind}`;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function translate(path: string, found: ReadonlyMap<string, string>): string | undefined {
  let now = '';
  let before = '';
  for (const part of path.split('.')) {
    const [, list = '', index = '', iteration = ''] = /^(\w+)(\[\d+\])(.*)$/.exec(part) ?? [];
    now += `${now === '' ? '' : '.'}${list}${index}`;
    const [old] = /\w+\[\d+\]$/.exec(found.get(now) ?? '') ?? [];
    if (old === undefined) return undefined;
    before += `${before === '' ? '' : '.'}${old}${iteration}`;
  }
  return before;
}
