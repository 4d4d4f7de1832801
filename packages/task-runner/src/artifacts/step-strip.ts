import type { DoneStep } from '@errand/automation-engine';
import type { ArtifactFile } from './upload-artifacts.ts';

const MAX_PICTURES = 200;
const MAX_BYTES = 20 * 1024 ** 2;
/**
 * Each capture forces extra rendering. Resting four times as long as a capture took limits that to
 * a fifth of the time.
 */
const REST_PER_PICTURE = 4;

/** Thumbnails of the page, one after each step while time and budget allow. */
export interface StepStrip {
  /**
   * Starts capturing a thumbnail of the step, unless a capture is running or has just finished.
   * Never waits, never throws.
   */
  readonly picture: (step: DoneStep) => void;
  /** Waits up to one second for the thumbnails of these steps; each is returned once. */
  readonly filesOf: (
    steps: readonly { readonly sequence: number }[],
  ) => Promise<ReadonlyMap<number, ArtifactFile>>;
}

/** Creates the strip of one attempt: at most 200 thumbnails and 20 MiB. `now` is in ms. */
export function createStepStrip(now: () => number = () => performance.now()): StepStrip {
  const taken = new Map<number, Promise<Uint8Array | undefined>>();
  let pictures = 0;
  let bytes = 0;
  let isBusy = false;
  let restsUntil = 0;

  async function take(capture: DoneStep['capture']): Promise<Uint8Array | undefined> {
    const startedAt = now();
    try {
      const content = await capture();
      bytes += content?.byteLength ?? 0;
      return content;
    } catch {
      // The page is gone, so there is nothing to capture.
      return undefined;
    } finally {
      isBusy = false;
      restsUntil = now() + REST_PER_PICTURE * (now() - startedAt);
    }
  }

  return {
    picture({ sequence, capture }) {
      if (isBusy || now() < restsUntil || pictures >= MAX_PICTURES || bytes >= MAX_BYTES) return;
      isBusy = true;
      pictures += 1;
      taken.set(sequence, take(capture));
    },
    async filesOf(steps) {
      const files = new Map<number, ArtifactFile>();
      for (const { sequence } of steps) {
        const content = await taken.get(sequence);
        taken.delete(sequence);
        if (content) files.set(sequence, fileOf(sequence, content));
      }
      return files;
    },
  };
}

function fileOf(sequence: number, content: Uint8Array): ArtifactFile {
  return {
    filename: `step-${sequence}.jpg`,
    kind: 'evidence',
    content_type: 'image/jpeg',
    source: { content: Uint8Array.from(content) },
  };
}
