import { type Logger, StartError } from '@errand/app-runtime';
import type { StoringTime } from '../artifacts/storing-time.ts';
import { type ArtifactFile, uploadArtifacts, UploadError } from '../artifacts/upload-artifacts.ts';
import { type Display, findProgram } from '@errand/desktop';
import { StorageRefusedError } from '../control-plane-errors.ts';
import type { TaskReporter } from '../task-reporter.ts';
import { RECORDER, recordDisplay, type RecordingOptions } from './record-display.ts';

/** Records a video of each attempt. */
export interface Recorder {
  /**
   * Records the display while `work` runs, then stores the video as a file of the attempt if it is
   * wanted. Settles like `work`.
   */
  readonly record: <Value>(attempt: RecordedAttempt, work: () => Promise<Value>) => Promise<Value>;
}

interface RecordedAttempt {
  readonly session: { readonly display: Display };
  readonly reporter: Pick<TaskReporter, 'createArtifacts' | 'confirmArtifacts'>;
  readonly held: { readonly lost: AbortSignal };
  readonly storingTime: Pick<StoringTime, 'extrasOver'>;
  /** Called when the work has ended. */
  readonly isWanted: () => boolean;
  readonly logger: Logger;
}

type RecorderSettings = Omit<RecordingOptions, 'display'> & {
  readonly isOn: boolean;
  /** Search path for programs. */
  readonly path: string | undefined;
};

/** Throws StartError when recording is on and its program is not installed. */
export async function createRecorder(settings: RecorderSettings): Promise<Recorder> {
  if (!settings.isOn) return { record: (_attempt, work) => work() };
  if (!(await findProgram(RECORDER, settings.path))) throw new RecorderMissingError();
  return {
    async record(attempt, work) {
      await using recording = await recordDisplay({
        ...settings,
        display: attempt.session.display,
      });
      try {
        return await work();
      } finally {
        if (attempt.isWanted()) await store(attempt, await recording.finish());
      }
    },
  };
}

/** A failure to store the video must not cost the task its result. */
async function store(
  { reporter, held, storingTime, logger }: RecordedAttempt,
  video: ArtifactFile | undefined,
): Promise<void> {
  if (held.lost.aborted) return;
  if (!video) {
    logger.warn('nothing was recorded');
    return;
  }
  try {
    const signals = { signal: held.lost, timeOver: storingTime.extrasOver };
    await uploadArtifacts(reporter, [video], signals);
  } catch (error) {
    if (!(error instanceof UploadError || error instanceof StorageRefusedError)) throw error;
    logger.warn('recording not stored', { error });
  }
}

class RecorderMissingError extends StartError {
  override readonly code = 'recorder_missing';

  constructor() {
    super(
      'RECORD_SESSIONS is true, but ffmpeg is not installed. Install it (Debian: apt-get install ffmpeg) or set RECORD_SESSIONS to false.',
    );
  }
}
