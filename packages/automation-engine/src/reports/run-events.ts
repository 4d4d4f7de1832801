import type { RetryScope } from '@errand/foundation';
import type { AnsweredDialog } from './step-activity.ts';
import type { HealedLocator, TriedMeans } from './step-record.ts';

/** What the page looked like when a step failed, or the screen where steps act on it. */
export interface Evidence {
  /** PNG of the visible part, or of the screen; missing if it could not be captured any more. */
  readonly screenshot?: Uint8Array;
  readonly pageUrl: string;
  readonly title?: string;
  /** The accessibility tree as indented text, cut at 50,000 characters. */
  readonly accessibilitySnapshot?: string;
  /** The last lines that the page wrote to its console, oldest first. */
  readonly consoleTail: readonly string[];
}

/**
 * Sent once for every node that ran, when the next one begins or the run has ended, so that what comes between belongs to it;
 * for a loop or branch once it knows what to run, when that begins.
 */
export interface StepEvent {
  /** Counts the steps of a run from 0. */
  readonly sequence: number;
  /** Where the node stands in the automation: `nodes[3]`. A loop adds its iteration: `nodes[3][0].nodes[1]`. */
  readonly nodePath: string;
  readonly kind: string;
  readonly outcome: 'done' | 'skipped' | 'failed';
  /** Why the step was skipped. */
  readonly reason?: string;
  readonly errorClass?: string;
  readonly errorMessage?: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly pageUrl: string;
  /** HTTP status of the document that the current page shows. Missing if it did not come over HTTP. */
  readonly httpStatus?: number;
  /** What was still active when a wait of the step reached its bound. Missing if none did. */
  readonly waitedFor?: readonly string[];
  /** Dialogs that were answered during the step, and after the last one until the end of the run; the first hundred. Missing if there were none. */
  readonly dialogs?: readonly AnsweredDialog[];
  /** The ways to its element that the step tried, in order; missing if its own locator led there at once. */
  readonly means?: readonly TriedMeans[];
  /** Only of steps that a model helped to their element, and only if a locator for it was found. */
  readonly healedLocator?: HealedLocator;
  /** Lines that a script or shell of the step printed, about 100,000 characters at most. Missing if there were none. */
  readonly log?: readonly string[];
  /** Only of failed steps. */
  readonly evidence?: Evidence;
}

/** A step whose page may be pictured. */
export interface DoneStep {
  /** That of its event. */
  readonly sequence: number;
  /**
   * Takes a small JPEG of the page, or of a remote desktop, as it is when the browser gets to it; undefined when it draws
   * nothing in time. Rejects when the page goes away meanwhile.
   */
  readonly capture: () => Promise<Uint8Array | undefined>;
}

/** Why a run failed. */
export interface RunFailure {
  /** Stable `code` of the error, such as `locator_not_found`. */
  readonly class: string;
  readonly message: string;
  readonly retry: RetryScope;
  /** Missing when the run failed outside of a node: at the start page, or at the end. */
  readonly nodePath?: string;
  readonly pageUrl: string;
  /** HTTP status of the document that the page showed then. Missing if it did not come over HTTP. */
  readonly httpStatus?: number;
}
