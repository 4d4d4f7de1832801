import type { DoneStep } from '@errand/automation-engine';
import type { ArtifactFile } from './upload-artifacts.ts';

const MAX_PICTURES = 200;
const MAX_BYTES = 20 * 1024 ** 2;
/** The browser draws for a picture what it would not draw otherwise: it does that a fifth of the time at most. */
const REST_PER_PICTURE = 4;

/** Small pictures of the page, one after each step as far as there is time and room for them. */
export interface StepStrip {
  /** Begins to take the picture of a step, unless one is being taken or was just now. Never waits and never throws. */
  readonly picture: (step: DoneStep) => void;
  /** Waits for the pictures of these steps, a second at most; each is given out once. */
  readonly filesOf: (
    steps: readonly { readonly sequence: number }[],
  ) => Promise<ReadonlyMap<number, ArtifactFile>>;
}

/** The strip of one attempt: 200 pictures and 20 MiB at most. `now` is in milliseconds. */
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
      // The page went away, and with it what there was to see.
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
