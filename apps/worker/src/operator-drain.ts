import type { Logger } from '@errand/app-runtime';

/**
 * Whether an operator is draining this worker. The control plane then gives it no task; the worker
 * only shows it, and keeps claiming, so that it gets tasks as soon as the operator ends the drain.
 */
export interface OperatorDrain {
  readonly isDraining: () => boolean;
  /** Call this with the state that the control plane reports. */
  readonly note: (isDraining: boolean) => void;
}

export function createOperatorDrain(logger: Logger): OperatorDrain {
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    note(isNow) {
      if (isNow === isDraining) return;
      isDraining = isNow;
      logger.info(isNow ? 'drained by an operator' : 'resumed by an operator');
    },
  };
}
