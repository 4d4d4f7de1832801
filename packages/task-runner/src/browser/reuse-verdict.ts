import type { BrowserReuse } from './session.ts';

export interface ReuseVerdict extends BrowserReuse {
  readonly isRefused: () => boolean;
  /** Why nothing that served the session may serve another one; undefined: it may. */
  readonly reason: () => string | undefined;
}

/** Collects what speaks for and against a second use, while a session runs. */
export function createReuseVerdict(): ReuseVerdict {
  let isPermitted = false;
  let refusal: string | undefined;
  return {
    permit: () => void (isPermitted = true),
    refuse: (reason) => void (refusal ??= reason),
    isRefused: () => refusal !== undefined,
    reason: () =>
      refusal ?? (isPermitted ? undefined : 'its task did not end by itself, or it had none'),
  };
}
