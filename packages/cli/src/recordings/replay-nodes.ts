import type { ErrandSchemas, Session } from '@errand/client';
import { createReplayGaps, downloadGapOf, isOnlyFileMissing, leavesPage } from './replay-gaps.ts';

type Ran = ErrandSchemas['StepsAnswer'];
type Failure = ErrandSchemas['SessionFailure'];
type Automation = ErrandSchemas['Automation'];

export interface PlacedNode {
  readonly path: string;
  readonly node: object;
}

/** A node with what it did, or why that is unknown, or both. */
export interface RanNode {
  readonly path: string;
  readonly answer?: Ran;
  readonly gap?: string | undefined;
}

export interface RanNodes {
  readonly nodes: readonly RanNode[];
  readonly failure?: Pick<Failure, 'class' | 'message'> | undefined;
  /** Whether the nodes that follow depend on a download that the trace does not hold. */
  readonly isCut: boolean;
}

interface Replaying {
  readonly nodes: readonly PlacedNode[];
  readonly show: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs the nodes up to the first that fails, or that cannot be tried because a download is missing and
 * would have changed the page.
 */
export async function replayNodes(
  session: Session,
  { nodes, show, signal }: Replaying,
): Promise<RanNodes> {
  const gaps = createReplayGaps();
  const ran: RanNode[] = [];
  for (const { path, node } of nodes) {
    const why = gaps.whyUnknown(node);
    if (why === undefined) show(path);
    const answer =
      why === undefined ? await session.step({ node_path: path }, { signal }) : undefined;
    const gap = answer ? downloadGapOf(answer, node) : why;
    ran.push({ path, ...(answer && { answer }), gap });
    if (answer) gaps.addFilesOf(answer);
    if (gap === undefined) {
      if (answer?.failure) return { nodes: ran, failure: answer.failure, isCut: false };
      continue;
    }
    gaps.add(node);
    const mayContinue = answer ? isOnlyFileMissing(answer) : leavesPage(node);
    if (!mayContinue) return { nodes: ran, isCut: true };
  }
  return { nodes: ran, isCut: false };
}

/** Returns the nodes of an automation's own lists, in order. */
export function nodesOf({
  nodes,
  post_processing_nodes: last = [],
}: Automation): readonly PlacedNode[] {
  return [
    ...nodes.map((node, index) => ({ path: `nodes[${index}]`, node })),
    ...last.map((node, index) => ({ path: `post_processing_nodes[${index}]`, node })),
  ];
}
