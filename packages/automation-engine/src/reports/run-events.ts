import type { RetryScope } from '@errand/foundation';
import type { AnsweredDialog } from './step-activity.ts';
import type { HealedLocator, TriedMeans } from './step-record.ts';

/** A request of a page. */
export interface PageRequest {
  readonly method: string;
  readonly url: string;
  /** What it was for, such as `document`, `fetch` or `image`. */
  readonly type: string;
  /** Missing if there was no response. */
  readonly status?: number;
  /** Why it failed, such as `net::ERR_CONNECTION_REFUSED`. Missing if it did not fail. */
  readonly failure?: string;
  /** Whether it had not ended: there was no response, or the page had not read the body. */
  readonly isOpen: boolean;
  /** Up to its end, or so far. */
  readonly durationMs: number;
}

/** What the page, or the screen that steps act on, looked like when a step failed. */
export interface Evidence {
  /** PNG of the visible part, or of the screen; missing if it could no longer be captured. */
  readonly screenshot?: Uint8Array;
  readonly pageUrl: string;
  readonly title?: string;
  /** The accessibility tree as indented text, truncated to 50,000 characters. */
  readonly accessibilitySnapshot?: string;
  /** The last lines that the page wrote to its console, oldest first. */
  readonly consoleTail: readonly string[];
  /**
   * The last 30 requests of the page: those that have ended, oldest first, and then at most ten that
   * are open.
   */
  readonly networkTail: readonly PageRequest[];
}

/**
 * Sent once for every node that ran, when the next one starts or the run has ended, so that it
 * includes anything in between. For a loop or branch it is sent when its body starts.
 */
export interface StepEvent {
  /** Counts the steps of a run from 0. */
  readonly sequence: number;
  /**
   * Path of the node in the automation: `nodes[3]`. A loop adds its iteration:
   * `nodes[3][0].nodes[1]`.
   */
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
  /**
   * HTTP status of the document that the current page shows. Missing if it was not loaded over
   * HTTP.
   */
  readonly httpStatus?: number;
  /** What was still active when a wait of the step reached its limit. Missing if none did. */
  readonly waitedFor?: readonly string[];
  /**
   * The first hundred dialogs handled during the step; for the last step, also those until the end
   * of the run. Missing if there were none.
   */
  readonly dialogs?: readonly AnsweredDialog[];
  /**
   * The means by which the step tried to find its element, in order; missing if its own locator
   * found it immediately.
   */
  readonly means?: readonly TriedMeans[];
  /**
   * Only for steps whose element a model helped to find, if a locator for it was found; and for
   * failed steps, if the page has elements that resemble the target.
   */
  readonly healedLocator?: HealedLocator;
  /**
   * Lines that a script or shell of the step printed, about 100,000 characters at most. Missing if
   * there were none.
   */
  readonly log?: readonly string[];
  /** Only for failed steps. */
  readonly evidence?: Evidence;
}

/** A finished step whose page may be captured. */
export interface DoneStep {
  /** The sequence number of its event. */
  readonly sequence: number;
  /**
   * Captures a small JPEG of the page, or of a remote desktop, as it looks when the browser handles
   * the request. Returns undefined when nothing is drawn in time; rejects when the page goes away
   * first.
   */
  readonly capture: () => Promise<Uint8Array | undefined>;
}

/** Why a run failed. */
export interface RunFailure {
  /** Stable `code` of the error, such as `locator_not_found`. */
  readonly class: string;
  readonly message: string;
  readonly retry: RetryScope;
  /** Missing when the run failed outside a node: at the start page, or at the end. */
  readonly nodePath?: string;
  readonly pageUrl: string;
  /**
   * HTTP status of the document that the page showed then. Missing if it was not loaded over HTTP.
   */
  readonly httpStatus?: number;
}
