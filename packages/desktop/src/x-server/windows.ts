import type { Geometry, WindowAttributes, WindowTree, XDisplay } from 'x11';
import type { AnswerOf } from './answer-of.ts';

const VIEWABLE = 2;
const DRAWS = 1;

/** Window managers have their own windows, which are outside the screen or draw nothing. */
export function createWindowFinder(
  { client, screen: [screen] }: XDisplay,
  answerOf: AnswerOf,
): (signal: AbortSignal) => Promise<boolean> {
  const isShown = async (window: number, signal: AbortSignal): Promise<boolean> => {
    const { mapState, klass } = await answerOf<WindowAttributes>(
      (done) => client.GetWindowAttributes(window, done),
      signal,
    );
    if (mapState !== VIEWABLE || klass !== DRAWS) return false;
    const { xPos, yPos, width, height } = await answerOf<Geometry>(
      (done) => client.GetGeometry(window, done),
      signal,
    );
    return xPos + width > 0 && yPos + height > 0;
  };
  return async (signal) => {
    const root = screen?.root ?? 0;
    const { children } = await answerOf<WindowTree>((done) => client.QueryTree(root, done), signal);
    for (const window of children) {
      try {
        if (await isShown(window, signal)) return true;
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    return false;
  };
}

/** Returns whether the server no longer knows the window: it was closed after it was listed. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && /bad (?:window|drawable)/i.test(error.message);
