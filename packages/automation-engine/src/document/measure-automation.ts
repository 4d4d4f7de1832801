import type { AutomationIssue } from './automation-errors.ts';

const limits = {
  bytes: 5 * 1024 * 1024,
  nodes: 20_000,
  nodeLevels: 200,
  /** Nested lists and objects: two per level of nodes, plus the content of a node. */
  levels: 500,
};

const nodeLists = new Set([
  'nodes',
  'post_processing_nodes',
  'reset_nodes',
  'if_nodes',
  'else_nodes',
]);

interface Place {
  readonly value: unknown;
  readonly levels: number;
  readonly nodeLevels: number;
  readonly isNodeList: boolean;
  readonly parent?: Place;
  /** Key or index in the parent. */
  readonly step?: string | number;
}

/**
 * Finds what makes an automation too large to parse, or not JSON, with bounded time and memory for
 * any input. Returns undefined if it is fine.
 */
export function findExcess(automation: unknown): AutomationIssue | undefined {
  const pending: Place[] = [{ value: automation, levels: 0, nodeLevels: 0, isNodeList: false }];
  const total = { bytes: 0, nodes: 0 };
  for (let place = pending.pop(); place; place = pending.pop()) {
    total.bytes += sizeOf(place.value);
    if (place.isNodeList && Array.isArray(place.value)) total.nodes += place.value.length;
    const excess = exceeded(place, total);
    if (excess !== undefined) return { path: [], message: excess };
    const problem = notJson(place);
    if (problem !== undefined) return { path: pathOf(place), message: problem };
    for (const child of childrenOf(place)) pending.push(child);
  }
  return undefined;
}

function exceeded(place: Place, total: { bytes: number; nodes: number }): string | undefined {
  if (total.bytes > limits.bytes) return 'It is larger than 5 MB, which is the limit. Split it.';
  if (total.nodes > limits.nodes) {
    return `It has more than ${limits.nodes} nodes, which is the limit. Split it, or use a loop.`;
  }
  if (place.nodeLevels <= limits.nodeLevels && place.levels <= limits.levels) return undefined;
  return `It is nested more than ${limits.nodeLevels} levels deep, which is the limit.`;
}

function notJson({ value, step }: Place): string | undefined {
  // Objects are built from these keys later, and `__proto__` would set the prototype instead.
  if (step === '__proto__') return 'No field can be called "__proto__". Choose another name.';
  if (['string', 'boolean', 'object', 'undefined'].includes(typeof value)) return undefined;
  if (Number.isFinite(value)) return undefined;
  return `Expected JSON, but got a ${typeof value}, which JSON does not have: ${String(value)}.`;
}

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Place | undefined = place; at?.step !== undefined; at = at.parent)
    path.push(at.step);
  return path.toReversed();
}

/** Size in bytes of a value's JSON text without its children, ignoring escapes and separators. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return byteLength(value) + 2;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.length;
  return Object.keys(value).reduce((bytes, key) => bytes + byteLength(key) + 4, 2);
}

function childrenOf(parent: Place): Place[] {
  const { value } = parent;
  if (typeof value !== 'object' || value === null) return [];
  const levels = parent.levels + 1;
  if (Array.isArray(value)) {
    const nodeLevels = parent.nodeLevels + (parent.isNodeList ? 1 : 0);
    return value.map((child: unknown, step) => {
      return { value: child, levels, nodeLevels, isNodeList: false, parent, step };
    });
  }
  const { nodeLevels } = parent;
  return Object.entries(value).map(([step, child]) => {
    return { value: child, levels, nodeLevels, isNodeList: nodeLists.has(step), parent, step };
  });
}

const encoder = new TextEncoder();

/** Also works in browsers, where files from other tools are imported. */
const byteLength = (text: string): number => encoder.encode(text).length;
