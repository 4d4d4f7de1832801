/** Lets waits sleep until something has changed, instead of polling. */
export interface ChangeNotice {
  readonly announce: () => void;
  /** Resolves at the next announcement. */
  readonly next: () => Promise<void>;
}

export function createChangeNotice(): ChangeNotice {
  let pending = Promise.withResolvers<void>();
  return {
    announce() {
      pending.resolve();
      pending = Promise.withResolvers<void>();
    },
    next: () => pending.promise,
  };
}
