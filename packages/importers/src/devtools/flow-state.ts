import type { RecordingDraft } from '../draft/recording-draft.ts';

/** What is known at a point in a recording. */
export interface FlowState {
  readonly draft: RecordingDraft;
  /** The targets of steps, which are tabs: `main` first. */
  readonly tabs: string[];
  /** Undefined once the tab is closed. */
  currentTab: string | undefined;
  /** Whether the last click was left out, so that it may have opened what later steps act in. */
  isClickLost: boolean;
  /** Steps that press a key whose release follows. */
  readonly released: ReadonlySet<unknown>;
  /** Keys that are down and not yet part of a step. */
  readonly keysDown: string[];
  /** Whether a chord has been pressed since its first key went down. */
  isChordDone: boolean;
  /** Last known scroll positions, by tab and locator. */
  readonly scrolled: Map<string, { x: number; y: number }>;
}

/** A step with the locator of its element. */
export interface FlowStep {
  readonly step: unknown;
  readonly state: FlowState;
  /** The best locator, with its frames; undefined if the step has none. */
  readonly command: string | undefined;
}

export function createFlowState(draft: RecordingDraft, released: ReadonlySet<unknown>): FlowState {
  return {
    draft,
    tabs: ['main'],
    currentTab: 'main',
    isClickLost: false,
    released,
    keysDown: [],
    isChordDone: false,
    scrolled: new Map(),
  };
}
