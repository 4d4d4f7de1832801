import type { Automation } from '../automation-schema.ts';
import { findActionOfNode } from '../nodes/action-of-node.ts';
import type { Node } from '../nodes/node.ts';
import { EntryRefusedError } from './entry-errors.ts';
import { type FailedNode, findUnsafeNode } from './find-unsafe-node.ts';

/** State saved right before a node of the automation's `nodes` ran. */
export interface KeptMoment {
  /** `nodes[3]` */
  readonly nodePath: string;
  /** Null if the page cannot be opened again. */
  readonly pageUrl: string | null;
  /** Variables whose values are not kept. */
  readonly lostVariables: readonly string[];
}

/** An attempt that has failed. */
export interface FailedRun {
  readonly automation: Automation;
  readonly failed?: FailedNode | undefined;
  /** In the order of the run. The last one belongs to the node at which the run stopped. */
  readonly kept: readonly KeptMoment[];
}

interface WantedEntry {
  /** `failed_node`, or the path of a node. */
  readonly from: string;
  /** The automation of the new run, perhaps with changed nodes. */
  readonly automation: Automation;
  readonly run: FailedRun;
}

/**
 * Returns the path of the node at which a new run continues a failed one: a resumable node, chosen
 * so that no node that may have had an effect runs again. Throws `EntryRefusedError`.
 */
export function findEntry({ from, automation, run }: WantedEntry): string {
  const stopped = run.kept.at(-1);
  const isByFailure = from === 'failed_node';
  if (!isByFailure) assertOwnNode(from, automation);
  if (!stopped) {
    throw new EntryRefusedError(
      'no-failed-node',
      'The task did not stop at a node of nodes: it failed before its first node or after its last one, or left nothing to continue with. Retry it without from.',
    );
  }
  const path = isByFailure ? nearestResumable(automation, stopped.nodePath) : from;
  const index = indexOf(path);
  assertSameBefore(index, automation, run.automation);
  assertResumable(automation.nodes[index], path);
  assertHarmless(index, indexOf(stopped.nodePath), { automation, run });
  assertHarmlessAfterwards(automation);
  assertKept(path, automation, run.kept);
  return path;
}

/** Throws unless the path leads to one of the automation's `nodes`. */
function assertOwnNode(path: string, { nodes }: Automation): void {
  const own = /^nodes\[\d{1,6}\]/.exec(path)?.[0];
  if (own !== undefined && own !== path) {
    throw new EntryRefusedError(
      'unknown-node',
      `"${path}" is inside ${own}: a run can only start at a node of the automation's own list, so a loop at its first iteration. Use "${own}" or "failed_node".`,
    );
  }
  if (own !== undefined && nodes[indexOf(path)]) return;
  throw new EntryRefusedError(
    'unknown-node',
    `"${path}" is not a node of the recording's version that the new task runs: use "failed_node", or a path from nodes[0] to nodes[${nodes.length - 1}].`,
  );
}

/** The last resumable node up to the one at which the run stopped, or else the latter. */
function nearestResumable({ nodes }: Automation, stoppedAt: string): string {
  const index = nodes.slice(0, indexOf(stoppedAt) + 1).findLastIndex((node) => node.resumable);
  return index === -1 ? stoppedAt : `nodes[${index}]`;
}

function assertSameBefore(index: number, automation: Automation, old: Automation): void {
  for (let before = 0; before < index; before += 1) {
    const isSame = textOf(automation.nodes[before]) === textOf(old.nodes[before]);
    if (isSame) continue;
    throw new EntryRefusedError(
      'nodes-changed',
      `nodes[${before}] is not the same in the version that the task ran and in the one that the new task runs, so nodes[${index}] does not follow from what was done. Retry the task without from.`,
    );
  }
}

/** Returns a text to compare nodes by: parsing orders the members. Ignores the mark `resumable`. */
function textOf(node: Node | undefined): string {
  return JSON.stringify({ ...node, resumable: undefined });
}

function assertResumable(node: Node | undefined, path: string): void {
  if (node?.resumable === true) return;
  throw new EntryRefusedError(
    'not-resumable',
    `The recording does not say that a run may start at ${path}${node ? '' : ', which it no longer has'}. If the node can run in a new browser that shows the page that was open before it, and it does no harm to run it twice, save a version in which it has "resumable": true. Otherwise retry the task without from.`,
  );
}

function assertHarmless(
  first: number,
  last: number,
  { automation, run }: Pick<WantedEntry, 'automation' | 'run'>,
): void {
  for (let index = first; index <= last; index += 1) {
    const ran = run.automation.nodes[index];
    const unsafe = ran && findUnsafeNode(ran, `nodes[${index}]`, run.failed);
    const now = automation.nodes[index];
    // The mark counts for the node that ran, not for a node that has replaced it.
    if (!unsafe || (now?.resumable === true && textOf(now) === textOf(ran))) continue;
    const what = unsafe.hasFailed
      ? 'it may have had its effect before it failed'
      : 'the task has run it, or may have, so it could take effect twice';
    throw new EntryRefusedError(
      'not-resumable',
      `A run from nodes[${first}] would run ${unsafe.path} (${unsafe.kind}) again: ${what}. If that does no harm, save a version in which nodes[${index}] is the same and has "resumable": true. Otherwise retry the task without from.`,
    );
  }
}

/** The failed run may have run its post-processing, and the new one runs its own. */
function assertHarmlessAfterwards({ post_processing_nodes: nodes }: Automation): void {
  for (const [index, node] of nodes.entries()) {
    const path = `post_processing_nodes[${index}]`;
    const unsafe = node.resumable ? undefined : findUnsafeNode(node, path, undefined);
    if (!unsafe) continue;
    throw new EntryRefusedError(
      'not-resumable',
      `The new task would run ${unsafe.path} (${unsafe.kind}) as the old one has, or may have, so it could take effect twice. If that does no harm, save a version in which ${path} has "resumable": true. Otherwise retry the task without from.`,
    );
  }
}

function assertKept(path: string, automation: Automation, kept: readonly KeptMoment[]): void {
  const moment = kept.find(({ nodePath }) => nodePath === path);
  if (!moment) {
    const known = kept.map(({ nodePath }) => nodePath).join(' and ');
    throw new EntryRefusedError(
      'variables-lost',
      `The variables that the task had before ${path} are not kept, only those before ${known}. Retry the task without from.`,
    );
  }
  const index = indexOf(path);
  const [lost] = moment.lostVariables.filter((name) => isMentioned(name, automation, index));
  if (lost !== undefined) {
    throw new EntryRefusedError(
      'variables-lost',
      `The value of the variable "${lost}", which ${path} or a later node uses, is not kept: it contained a secret, or was too large. Let the run start before the node that sets it, or retry the task without from.`,
    );
  }
  if (moment.pageUrl !== null || opensPage(automation.nodes[index])) return;
  throw new EntryRefusedError(
    'variables-lost',
    `The address of the page before ${path} is not kept: it contained a secret, was too long, or cannot be opened again. Let the run start at a node that opens its page (go_to_url), or retry the task without from.`,
  );
}

function isMentioned(name: string, automation: Automation, from: number): boolean {
  const { nodes, post_processing_nodes: post } = automation;
  const text = JSON.stringify([...nodes.slice(from), ...post]);
  const isWord = /^\w+$/.test(name);
  return isWord ? new Set(text.match(/\w+/g)).has(name) : text.includes(name);
}

function opensPage(node: Node | undefined): boolean {
  return node !== undefined && findActionOfNode(node)?.action.effects?.openedAddress !== undefined;
}

/** The index of a node of the automation's `nodes`. */
export function indexOf(path: string): number {
  return Number(/^nodes\[(\d+)\]$/.exec(path)?.[1]);
}
