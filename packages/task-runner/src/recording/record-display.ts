import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Display, startProcess } from '@errand/desktop';
import { openOwnedDirectory } from '../scratch/owned-directory.ts';
import type { ArtifactFile } from '../artifacts/upload-artifacts.ts';

export const RECORDER = 'ffmpeg';

/** Recording stops at this size. An idle task of one hour takes some 20 MB. */
const MAX_BYTES = 500 * 1024 ** 2;
const END_DEADLINE_MS = 3_000;
const FILENAME = 'session.mp4';

export interface RecordingOptions {
  readonly display: Display;
  /** Pixels of the display. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Scratch space; undefined is the system's temporary directory. */
  readonly workDirectory: string | undefined;
}

/** A video being recorded. Disposing stops and deletes it. */
export interface Recording extends AsyncDisposable {
  /**
   * Stops recording and returns the video as a file that lasts until disposal; undefined when
   * nothing was recorded.
   */
  readonly finish: () => Promise<ArtifactFile | undefined>;
}

/**
 * Starts recording a display, with one thread at a low bit rate. A truncated video is playable up
 * to its end.
 */
export async function recordDisplay(options: RecordingOptions): Promise<Recording> {
  const owned = new AsyncDisposableStack();
  // Not in the display's directory, which may go before the video is stored.
  const root = options.workDirectory ?? tmpdir();
  const directory = owned.use(await openOwnedDirectory(root, 'recording'));
  const path = join(directory.path, FILENAME);
  const recorder = owned.use(
    startProcess(RECORDER, argumentsFor(options, path), {
      environment: options.display.environment,
      stdio: ['pipe', 'ignore', 'ignore'],
    }),
  );
  const { stdin } = recorder.child;
  // The recorder may have ended with its display.
  stdin?.on('error', () => undefined);
  const end = async (): Promise<void> => {
    stdin?.end('q');
    const timeUp = AbortSignal.timeout(END_DEADLINE_MS);
    await Promise.race([recorder.exited, once(timeUp, 'abort')]);
    await recorder[Symbol.asyncDispose]();
  };
  return {
    async finish() {
      await end();
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      if (size === 0) return undefined;
      const description = {
        filename: FILENAME,
        kind: 'recording',
        content_type: 'video/mp4',
      } as const;
      return { ...description, source: { path } };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function argumentsFor(
  { display, width, height, framesPerSecond }: RecordingOptions,
  path: string,
): string[] {
  const input = {
    f: 'x11grab',
    framerate: String(framesPerSecond),
    video_size: `${width}x${height}`,
    i: display.name,
  };
  const output = {
    'c:v': 'libx264',
    preset: 'ultrafast',
    crf: '30',
    threads: '1',
    pix_fmt: 'yuv420p',
    // yuv420p needs even dimensions.
    vf: 'crop=trunc(iw/2)*2:trunc(ih/2)*2',
    g: String(framesPerSecond * 10),
    movflags: '+frag_keyframe+empty_moov+default_base_moof',
    fs: String(MAX_BYTES),
  };
  const pairs = [...Object.entries(input), ...Object.entries(output)];
  const flags = pairs.flatMap(([name, value]) => [`-${name}`, value]);
  return ['-nostats', '-loglevel', 'error', '-y', ...flags, path];
}
