// All functions run in the isolated world of a frame.

/**
 * Marks the start of an act: whatever the document does from now on may be its consequence. Only the
 * first call for an act marks it, because the document may have begun to react by the next one.
 */
export function markAct(name: string, act: number): void {
  const world = globalThis as { errandAct?: number };
  if (world.errandAct === act) return;
  world.errandAct = act;
  performance.dispatchEvent(new CustomEvent(name, { detail: 0 }));
}

export interface RestWait {
  /** Name of the tracker's events. */
  readonly name: string;
  /** Whether to wait only for what the last act has caused, or for what any act has caused. */
  readonly sinceLastAct: boolean;
  /** Anything due later than this is not waited for. */
  readonly boundMs: number;
  /** Maximum time until it returns what is in motion. */
  readonly sliceMs: number;
  /** How long the document must be unchanged, at least `owedMs` of it from now on. */
  readonly quietMs: number;
  readonly owedMs: number;
}

/**
 * Waits until nothing is in motion in the document. Returns what is still in motion when the slice
 * is over, and `'unknown'` immediately if no tracker responds.
 */
export async function waitForRest(wait: RestWait): Promise<string[] | 'unknown'> {
  const { name, sinceLastAct, boundMs, sliceMs, quietMs, owedMs } = wait;
  const pollMs = 15;
  const start = performance.now();
  const rest = (): number => start + boundMs - performance.now();
  const ask = (): string[] | undefined => {
    let answer: string | undefined;
    const listen = (event: Event) => {
      if (event instanceof CustomEvent) answer = String(event.detail);
    };
    performance.addEventListener(`${name}!`, listen, { once: true });
    const detail = Math.max(1, rest()) * (sinceLastAct ? 1 : -1);
    performance.dispatchEvent(new CustomEvent(name, { detail }));
    performance.removeEventListener(`${name}!`, listen);
    return answer?.split('\n');
  };
  for (;;) {
    const answer = ask();
    if (!answer) return 'unknown';
    const [stillMs, ...causes] = answer;
    const owed = Math.max(quietMs - Number(stillMs), start + owedMs - performance.now());
    if (causes.length === 0 && owed <= 0) return [];
    const sliceRestMs = start + sliceMs - performance.now();
    if (sliceRestMs <= 0) return causes.length > 0 ? causes : ['changes of the document'];
    const pauseMs = Math.min(causes.length > 0 ? pollMs : owed, sliceRestMs);
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
}

/**
 * Whether the document runs scripts. One that does not has no tracker, and sets nothing in motion.
 */
export function runsScripts(): boolean {
  const probe = document.createElement('div');
  try {
    probe.innerHTML = '<noscript><i></i></noscript>';
  } catch {
    // The page allows only trusted HTML.
    return true;
  }
  return !probe.querySelector('i');
}
