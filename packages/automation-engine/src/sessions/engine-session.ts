import type { JsonValue } from '@errand/foundation';
import type { Automation } from '../document/automation-schema.ts';
import type { LocatedElements } from '../page/inspection/locate-elements.ts';
import type { PickedElement } from '../page/inspection/describe-pick.ts';
import type { PickOptions } from '../page/inspection/pick-element.ts';
import type { OutputEntry } from '../reports/output-entry.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { RecordedStep } from '../recorder/start-recorder.ts';
import type { MissedRequest } from '../traces/serve-replay.ts';
import type { SessionStep } from './collect-steps.ts';
import type { PointingMode, SessionRecording } from './session-recorder.ts';

/** What a command that runs steps has done. */
export interface SessionRun {
  /** The last 200 steps. */
  readonly steps: readonly SessionStep[];
  /**
   * Why it stopped early. The node at the position has failed, and may run again; or the node at
   * `until` did not run.
   */
  readonly failure?: RunFailure;
  /**
   * Requests since the last command for which a replay had no response, or only a response to a
   * different body. Missing if there are none. The first command also reports those of the opening.
   */
  readonly missedRequests?: readonly MissedRequest[];
  /** What its steps have extracted. */
  readonly outputData: readonly OutputEntry[];
}

/** Where a session is now. Contains no secrets. */
export interface SessionState {
  /** Address of the current page; empty when no page is open. */
  readonly pageUrl: string;
  /** In order of opening. */
  readonly tabs: readonly { readonly url: string; readonly isCurrent: boolean }[];
  /** Path of the node that runs next. Undefined once all have run. */
  readonly position: string | undefined;
  /** Inputs and variables by name; a list for each. The values of secrets are `[hidden]`. */
  readonly variables: Readonly<Record<string, JsonValue>>;
}

/** What a page looks like now, with the fields of secrets blank. */
export interface SessionSnapshot {
  readonly pageUrl: string;
  readonly title: string;
  /** The accessibility tree as indented text, truncated to 50,000 characters. */
  readonly accessibilitySnapshot: string;
  /** PNG of the visible part. */
  readonly screenshot: Uint8Array;
}

/** Which node to run. */
export interface WantedNode {
  /** A node that is not in the automation, as its author wrote it. Default: the one at `path`. */
  readonly node?: unknown;
  /**
   * Path of the node, or of the place whose placeholders the given `node` uses: `nodes[3]`, or
   * `nodes[3][0].nodes[1]` in an iteration of a loop. Default: outside loops.
   */
  readonly path?: string | undefined;
}

export interface LocateOptions {
  /** Default true. */
  readonly isHighlighted?: boolean;
  /**
   * The highlights are drawn once it resolves. The next command waits for them, so it must resolve.
   * Default: immediately. Drawing takes processor time from whoever waits for the matches.
   */
  readonly drawnAfter?: Promise<void> | undefined;
}

/**
 * An automation that runs step by step, on a page that stays open between the steps. One command at
 * a time, except `cancel`, `state` and the end of a pick. An error of a command never ends the
 * session: as long as the browser lives, the next command continues.
 */
export interface EngineSession extends AsyncDisposable {
  readonly state: () => SessionState;
  /**
   * Runs one node. The node at the position runs as a whole, even a loop or branch, and the
   * position moves on. The path of any other top-level node moves the position past that node.
   * Throws `NodePathError`, `InvalidAutomationError`, `StepCancelledError`, and the errors of a
   * loop's list.
   */
  readonly runNode: (wanted: WantedNode) => Promise<SessionRun>;
  /**
   * Runs from the position, or from a top-level node, up to the node at `until`, which does not
   * run. If that node never comes, as in a branch that is not taken, stops before the node that
   * follows it, with a failure. Without `until`, or with the path after the last node, runs to the
   * end. Throws `NodePathError`, `StepCancelledError`, and `NodePassedError` if `until` is before the
   * position.
   */
  readonly runUntil: (range: {
    readonly from?: string | undefined;
    readonly until?: string | undefined;
  }) => Promise<SessionRun>;
  /** Stops the running step, or the replay of a recording. Returns whether there was one. */
  readonly cancel: () => boolean;
  /**
   * Describes what a locator matches now, and highlights it on the screen until the next command.
   * Its placeholders have the values that they have outside loops.
   */
  readonly locate: (command: string, options?: LocateOptions) => Promise<LocatedElements>;
  /**
   * Waits for a person's next click, which the page does not receive, and returns locators for
   * the element. Throws `PickCancelledError`, and the reason of the signal.
   */
  readonly pick: (options: PickOptions) => Promise<PickedElement>;
  readonly snapshot: () => Promise<SessionSnapshot>;
  /**
   * Sets inputs and variables; null removes a variable. Sets all or none. Throws
   * `SessionVariableError`.
   */
  readonly setVariables: (
    variables: Readonly<Record<string, readonly JsonValue[] | null>>,
  ) => Promise<void>;
  /**
   * Replaces the automation to which the paths of later commands refer. The position keeps its
   * path. Settings outside its nodes take effect at the next restart.
   */
  readonly setAutomation: (automation: Automation) => void;
  /**
   * Restarts in a page without cookies and storage, with the current inputs and the initial
   * variables, and runs up to the node at `until`; without it, runs nothing. If the start page does
   * not open, that is the failure. Throws `NodePathError`, before it closes anything.
   */
  readonly restart: (options?: { readonly until?: string | undefined }) => Promise<SessionRun>;
  /**
   * Records what happens on the current page and those that open from now on, whether a person or a
   * step does it. Throws `RecordingStateError` while a recording runs.
   */
  readonly startRecording: (onStep: (step: RecordedStep) => void) => Promise<void>;
  /** Sets what a person's next click means. Throws `RecordingStateError`. */
  readonly pointAt: (mode: PointingMode) => Promise<void>;
  /** What has been recorded so far, or by the last recording. */
  readonly recording: () => Promise<SessionRecording>;
  /**
   * Ends the recording. A replay marks its nodes; it starts in a page without cookies and storage,
   * with all responses of a replayed trace, takes at most 10 minutes, and leaves the page where it
   * ends. Throws `RecordingStateError`.
   */
  readonly stopRecording: (options: { readonly isReplayed: boolean }) => Promise<SessionRecording>;
}
