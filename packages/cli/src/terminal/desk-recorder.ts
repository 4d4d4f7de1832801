import type { Environment } from './environment.ts';

/** What `errand record` opens a browser for. */
export interface WantedRecording {
  readonly url: string;
  /** Absolute paths of the files that every file chooser gets. Empty: the browser asks. */
  readonly files: readonly string[];
  /** Whether the recording is replayed in a clean window. */
  readonly isReplayed: boolean;
  /** Path of the browser's executable. */
  readonly browser: string;
}

/** What a person did in a browser on this desktop, as an automation. */
export interface DeskRecording {
  readonly automation: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  readonly secure_parameters: Readonly<Record<string, readonly []>>;
  readonly report: {
    readonly nodes: readonly {
      readonly node_path: string;
      readonly kind: string;
      /** Missing before the replay. */
      readonly outcome?: 'passed' | 'failed' | 'not_reached';
      readonly reason?: string | undefined;
    }[];
    /** What could not be recorded. */
    readonly faults: readonly string[];
  };
}

/**
 * Records until the person stops or the signal fires, then replays. `onRecorded` is called before
 * the replay, so that nothing is lost if the replay is interrupted.
 */
export type DeskRecorder = (
  wanted: WantedRecording,
  desk: {
    readonly env: Environment;
    readonly signal: AbortSignal;
    readonly note: (text: string) => void;
    readonly onRecorded: (recording: DeskRecording) => Promise<void>;
  },
) => Promise<void>;
