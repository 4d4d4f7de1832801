import { pause } from '../../api/pause.ts';
import { dataOf, type Errand } from '@errand/client';
import { isFinal } from './is-final.ts';
import type { Mode } from './connect-screen.ts';
import { describeEnd } from './describe-end.ts';

/** What to watch: a task or a debug session. */
export interface Watched {
  readonly kind: 'task' | 'session';
  readonly id: string;
}

interface Watching {
  readonly errand: Errand;
  readonly watched: Watched;
  readonly mode: Mode;
  readonly target: HTMLElement;
  readonly signal: AbortSignal;
  /** Called with the state of the connection. */
  readonly onWords: (words: string) => void;
  readonly onShown: (focus: () => void) => void;
  readonly onControlOver: () => void;
}

const RETRY_MS = 1_500;

/** Shows the screen in the element until the signal fires, with a new URL for each connection. */
export async function keepScreen(watching: Watching): Promise<void> {
  const { signal, onWords, onControlOver } = watching;
  // noVNC is loaded only when a screen is shown.
  const { connectScreen } = await import('./connect-screen.ts');
  while (!signal.aborted) {
    const url = await askForUrl(watching);
    if (url === 'never' || signal.aborted) return;
    if (url === 'later') {
      await pause(RETRY_MS, signal);
      continue;
    }
    const { target, mode, onShown } = watching;
    const screen = connectScreen(target, { url, mode, onShown: () => onShown(screen.focus) });
    signal.addEventListener('abort', screen.close, { once: true });
    const { code, reason } = await screen.ended;
    signal.removeEventListener('abort', screen.close);
    if (signal.aborted) return;
    const { words, againMs, isControlOver } = describeEnd(code, reason);
    onWords(words);
    if (isControlOver) onControlOver();
    if (againMs === null) return;
    await pause(againMs, signal);
  }
}

/** `later`: there is no screen yet. `never`: there will be none. */
async function askForUrl(watching: Watching): Promise<string> {
  const { errand, watched, mode, signal, onWords } = watching;
  const query = { mode };
  try {
    const answer =
      watched.kind === 'task'
        ? errand.api.GET('/api/v1/tasks/{task_id}/stream', {
            params: { path: { task_id: watched.id }, query },
            signal,
          })
        : errand.api.GET('/api/v1/sessions/{session_id}/stream', {
            params: { path: { session_id: watched.id }, query },
            signal,
          });
    return (await dataOf(answer)).stream_url;
  } catch (error) {
    if (signal.aborted) return 'never';
    onWords(error instanceof Error ? error.message : String(error));
    return isFinal(error) ? 'never' : 'later';
  }
}
