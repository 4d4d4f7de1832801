import type { Session } from '@errand/client';
import type { Viewer } from '../../packages/task-runner/src/testing/open-viewer.ts';

const DEADLINE_SECONDS = 60;
const CLICK_AGAIN_MS = 1_000;

/** Milliseconds from a viewer's click to the candidates, for each of the picks. */
export async function measurePicks(
  session: Session,
  viewer: Pick<Viewer, 'click'>,
  rounds: number,
): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < rounds; index += 1) samples.push(await measurePick(session, viewer));
  return samples;
}

async function measurePick(session: Session, viewer: Pick<Viewer, 'click'>): Promise<number> {
  let clickedAt = 0;
  const click = (): void => {
    clickedAt = performance.now();
    viewer.click(400, 500);
  };
  const picking = session.pick({ timeout_seconds: DEADLINE_SECONDS });
  // The viewer cannot see when the browser begins to accept clicks, so it clicks again.
  const again = setInterval(click, CLICK_AGAIN_MS);
  try {
    const { outcome } = await picking;
    if (outcome !== 'picked') throw new Error(`A pick ended as "${outcome}".`);
    return performance.now() - clickedAt;
  } finally {
    clearInterval(again);
  }
}
