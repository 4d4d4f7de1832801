/**
 * Why a run cannot start at a node. `unknown-node`: the request is wrong; the others: the task's
 * history or its recording rules it out.
 */
export type EntryProblem =
  | 'no-failed-node'
  | 'not-resumable'
  | 'nodes-changed'
  | 'unknown-node'
  | 'variables-lost';

/** A run cannot start at the requested node. The message says why, and what to do. */
export class EntryRefusedError extends Error {
  readonly problem: EntryProblem;

  constructor(problem: EntryProblem, message: string) {
    super(message);
    this.name = 'EntryRefusedError';
    this.problem = problem;
  }
}
