import { AutomationError } from '../errors.ts';
import type { Automation } from './automation-schema.ts';
import type { Node } from './nodes/node.ts';
import { childLists } from './nodes/walk-nodes.ts';

const START = /^(nodes|post_processing_nodes)\[(0|[1-9]\d{0,5})\](?:\[(0|[1-9]\d{0,5})\])?/;
const NEXT =
  /^\.(nodes|reset_nodes|if_nodes|else_nodes)\[(0|[1-9]\d{0,5})\](?:\[(0|[1-9]\d{0,5})\])?/;

/** A path matches no node of the automation. */
export class NodePathError extends AutomationError {
  readonly code = 'node_path';
  override readonly retry = 'never';

  constructor(path: string, problem: string) {
    super(
      `The path ${JSON.stringify(path)} ${problem}. Write it as in the steps of a task: nodes[3], or nodes[3][0].nodes[1] for a node in the first iteration of a loop.`,
    );
  }
}

/** One node on the way to another. */
export interface PathStep {
  readonly node: Node;
  /** Without the iteration: `nodes[3]`. */
  readonly path: string;
  /** Iteration of a loop, when the path continues inside it. */
  readonly iteration: number | undefined;
}

/** Returns the nodes that a path leads through, outermost first. Throws `NodePathError`. */
export function followPath(automation: Automation, path: string): readonly PathStep[] {
  const steps: PathStep[] = [];
  let rest = path;
  let before = '';
  while (rest !== '' || steps.length === 0) {
    const match = (steps.length === 0 ? START : NEXT).exec(rest);
    if (!match) throw new NodePathError(path, 'is not the path of a node');
    const [whole, field = '', index = '', iteration] = match;
    const own = `${before}${steps.length === 0 ? '' : '.'}${field}[${index}]`;
    const list = listOf(automation, steps.at(-1)?.node, field) ?? [];
    const node = list[Number(index)];
    if (!node) throw new NodePathError(path, whyNowhere(own, list.length));
    steps.push({
      node,
      path: own,
      iteration: iteration === undefined ? iteration : Number(iteration),
    });
    before += whole;
    rest = rest.slice(whole.length);
  }
  checkIterations(path, steps);
  return steps;
}

function whyNowhere(path: string, count: number): string {
  const list = path.replace(/\[\d+\]$/, '');
  const last = count === 0 ? `${list} is empty` : `the last one is ${list}[${count - 1}]`;
  return `leads nowhere: there is no ${path}; ${last}`;
}

function listOf(
  automation: Automation,
  container: Node | undefined,
  field: string,
): readonly Node[] | undefined {
  if (container) return childLists(container).find(([name]) => name === field)?.[1];
  return field === 'nodes' ? automation.nodes : automation.post_processing_nodes;
}

function checkIterations(path: string, steps: readonly PathStep[]): void {
  for (const [at, { node, path: own, iteration }] of steps.entries()) {
    const isLoop = node.type === 'for_loop_node' || node.type === 'while_loop_node';
    const isLast = at === steps.length - 1;
    if (isLoop && !isLast && iteration === undefined) {
      throw new NodePathError(path, `names no iteration of the loop ${own}`);
    }
    if (iteration === undefined) continue;
    if (!isLoop) throw new NodePathError(path, `has an iteration, but ${own} is not a loop`);
    if (isLast) throw new NodePathError(path, 'names an iteration, not a node');
  }
}

/** The path after the last node: where everything has run. */
export const endPath = ({ nodes }: Automation): string => `nodes[${nodes.length}]`;

/** Returns the node at a path, or undefined if there is none. */
export function findNode(automation: Automation, path: string): Node | undefined {
  try {
    return followPath(automation, path).at(-1)?.node;
  } catch (error) {
    if (error instanceof NodePathError) return undefined;
    throw error;
  }
}

/** Whether a loop around the node continues after a failure in it. */
export function isTolerated(automation: Automation, path: string): boolean {
  const around = followPath(automation, path).slice(0, -1);
  return around.some(({ node }) => 'on_error_in_loop' in node && node.on_error_in_loop !== 'raise');
}

/** Lists in the order in which they run. Only one of two branches does. */
const LISTS = ['nodes', 'if_nodes', 'else_nodes', 'reset_nodes', 'post_processing_nodes'];

/**
 * Less than 0 if the first node comes before the second in program order, 0 for the same. A
 * container comes before the nodes in it.
 */
export function comparePaths(first: string, second: string): number {
  const [place, other] = [placeOf(first), placeOf(second)];
  const at = place.findIndex((number, index) => number !== other[index]);
  if (at === -1) return place.length - other.length;
  return (place[at] ?? 0) - (other[at] ?? -1);
}

function placeOf(path: string): readonly number[] {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : LISTS.indexOf(part)));
}

/** Whether a path leads to a node, or to one inside it. */
export function isInside(path: string, outer: string): boolean {
  if (!path.startsWith(outer)) return false;
  return ['', '.', '['].includes(path.charAt(outer.length));
}

/** The top-level node that a path leads through: `nodes[3]`. */
export function topOf(path: string): string {
  return /^\w+\[\d+\]/.exec(path)?.[0] ?? path;
}

/** The path of the node that follows in the same list: `nodes[4]` after `nodes[3]`. */
export function nextOf(path: string): string {
  return path.replace(/\d+(?=\]$)/, (index) => String(Number(index) + 1));
}
