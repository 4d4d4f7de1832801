import type { Operation } from './read-reference.ts';

/** A group of operations with its page. */
export interface OperationGroup {
  /** Last part of the address of its page below `/docs/api/`. */
  readonly page: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}
