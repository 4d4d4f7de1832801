import type { PointMode } from '../recorder/notes.ts';
import { type Recorder, type RecorderOptions, startRecorder } from '../recorder/start-recorder.ts';
import type { Recording } from '../recorder/write-recording.ts';
import { RecordingStateError } from './session-errors.ts';

/** The current or last recording of a session. */
export interface SessionRecording {
  readonly isRecording: boolean;
  /** Undefined if nothing has been recorded yet. */
  readonly recording: Recording | undefined;
}

/** `end_each`: the loop over rows has ended. */
export type PointingMode = PointMode | 'end_each';

type SessionRecorderOptions = Required<Pick<RecorderOptions, 'files' | 'onStep' | 'page'>>;

/** The recorder of a session: at most one records, and the last recording is kept. */
export class SessionRecorder implements AsyncDisposable {
  #recorder: Recorder | undefined;
  #last: Recording | undefined;

  /** Throws `RecordingStateError` while it records. */
  async start(options: SessionRecorderOptions): Promise<void> {
    if (this.#recorder)
      throw new RecordingStateError('A recording is already in progress: stop it first.');
    this.#recorder = await startRecorder(options);
    this.#last = undefined;
  }

  /** Throws `RecordingStateError` unless it records. */
  async pointAt(mode: PointingMode): Promise<void> {
    const recorder = this.#running();
    await (mode === 'end_each' ? recorder.endLoop() : recorder.pointAt(mode));
  }

  async read(): Promise<SessionRecording> {
    const recording = this.#recorder ? await this.#recorder.read() : this.#last;
    return { isRecording: this.#recorder !== undefined, recording };
  }

  /** Throws `RecordingStateError` unless it records. */
  async stop(): Promise<Recording> {
    const recorder = this.#running();
    const recording = await recorder.read();
    this.#recorder = undefined;
    this.#last = recording;
    await recorder[Symbol.asyncDispose]();
    return recording;
  }

  /** Keeps the findings of a replay of the last recording. */
  keep(replayed: Recording): void {
    this.#last = replayed;
  }

  /** Throws `RecordingStateError` while it records: pages must not be replaced then. */
  assertIdle(): void {
    if (this.#recorder) throw new RecordingStateError('A recording is in progress: stop it first.');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#recorder?.[Symbol.asyncDispose]();
    this.#recorder = undefined;
  }

  #running(): Recorder {
    if (this.#recorder) return this.#recorder;
    throw new RecordingStateError('Nothing is being recorded: start a recording first.');
  }
}
