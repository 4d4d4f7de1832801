export interface ViewerLimits {
  readonly viewersPerTask: number;
  readonly viewersPerAccount: number;
  /** Limit of this gateway. */
  readonly viewers: number;
  readonly connectsPerSecond: number;
}

/** Counts viewers and their rate of arrival, in this process. */
export class ViewerCounts {
  readonly #limits: ViewerLimits;
  readonly #perTask = new Map<string, number>();
  readonly #perAccount = new Map<string, number>();
  #viewers = 0;
  #tokens: number;
  #filledAt = performance.now();

  constructor(limits: ViewerLimits) {
    this.#limits = limits;
    this.#tokens = limits.connectsPerSecond;
  }

  /**
   * Checks the limits that apply to every viewer. Returns the reason for a refusal; refused viewers
   * count towards the rate.
   */
  refuseAny(): string | undefined {
    if (!this.#takeToken())
      return 'Too many viewers are connecting at once: try again in a second.';
    if (this.#viewers >= this.#limits.viewers)
      return 'This gateway has reached its limit of viewers.';
    return undefined;
  }

  /** Counts the viewer, or returns the reason why it exceeds a limit. */
  enter(viewer: { readonly taskId: string; readonly accountId: string }): string | undefined {
    const { viewersPerTask, viewersPerAccount } = this.#limits;
    if (countOf(this.#perTask, viewer.taskId) >= viewersPerTask) {
      return `The task has reached its limit of viewers: ${viewersPerTask}.`;
    }
    if (countOf(this.#perAccount, viewer.accountId) >= viewersPerAccount) {
      return `The account has reached its limit of viewers: ${viewersPerAccount}.`;
    }
    this.#viewers += 1;
    add(this.#perTask, viewer.taskId, 1);
    add(this.#perAccount, viewer.accountId, 1);
    return undefined;
  }

  /** Call once for each counted viewer. */
  leave(viewer: { readonly taskId: string; readonly accountId: string }): void {
    this.#viewers -= 1;
    add(this.#perTask, viewer.taskId, -1);
    add(this.#perAccount, viewer.accountId, -1);
  }

  #takeToken(): boolean {
    const now = performance.now();
    const { connectsPerSecond } = this.#limits;
    const refilled = this.#tokens + ((now - this.#filledAt) / 1_000) * connectsPerSecond;
    this.#tokens = Math.min(connectsPerSecond, refilled);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

function countOf(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0;
}

function add(counts: Map<string, number>, key: string, difference: number): void {
  const count = countOf(counts, key) + difference;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
