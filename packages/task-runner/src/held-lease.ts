import { CodedError } from '@errand/foundation';
import type { Heartbeat, Lease } from './control-plane-client.ts';
import { LeaseLostError } from './control-plane-errors.ts';

type Renewal = Heartbeat['leases'][number];
type ModelUsage = NonNullable<Renewal['model_usage']>;

/**
 * A client cancelled the task: the attempt stops, and its final report completes the cancellation.
 */
export class TaskCancelledError extends CodedError {
  readonly code = 'cancelled';
  override readonly retry = 'never';

  constructor() {
    super('The task was cancelled.');
  }
}

/** A lease that this worker believes it holds. It expires on its own unless renewed in time. */
export class HeldLease implements Disposable {
  readonly #lease: Lease;
  readonly #lost = new AbortController();
  readonly #cancelled = new AbortController();
  readonly #onEnd: (lease: HeldLease) => void;
  readonly #renewedAt: () => number | undefined;
  #expiry: NodeJS.Timeout;
  #expiresAt: string | null;
  #isEnding = false;
  #readUsage: () => ModelUsage | undefined = () => undefined;
  #knownCalls = 0;

  /** `renewedAt` returns when the heartbeat thread last renewed all leases for this one. */
  constructor(
    lease: Lease,
    onEnd: (lease: HeldLease) => void,
    renewedAt: () => number | undefined = () => undefined,
  ) {
    this.#lease = lease;
    this.#expiresAt = lease.expires_at;
    this.#onEnd = onEnd;
    this.#renewedAt = renewedAt;
    this.#expiry = setTimeout(() => this.#expire(), this.leaseMs);
  }

  get key(): { readonly task_id: string; readonly lease_epoch: number } {
    return { task_id: this.#lease.task_id, lease_epoch: this.#lease.lease_epoch };
  }

  /** What the next heartbeat sends; includes model usage only when it has grown. */
  get renewal(): Renewal {
    const held = { ...this.key, lease_secret: this.#lease.lease_secret };
    const usage = this.#readUsage();
    const isNews = usage !== undefined && usage.calls > this.#knownCalls;
    return isNews ? { ...held, model_usage: usage } : held;
  }

  get leaseMs(): number {
    return this.#lease.lease_seconds * 1_000;
  }

  /** Fires with LeaseLostError: stop, report nothing. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Fires with TaskCancelledError: stop, then report. */
  get cancelled(): AbortSignal {
    return this.#cancelled.signal;
  }

  /** Makes heartbeats include model usage, so that it is not lost if this worker dies. */
  followUsage(read: () => ModelUsage | undefined): void {
    this.#readUsage = read;
  }

  /** The control plane has stored what this renewal reported. */
  confirm({ model_usage: usage }: Renewal): void {
    this.#knownCalls = Math.max(this.#knownCalls, usage?.calls ?? 0);
  }

  /**
   * Whether the control plane has moved the expiry since it last reported one. It has not while a
   * transaction holds the task's row.
   */
  notesExpiry(expiresAt: string | null): boolean {
    const isMoved = expiresAt !== this.#expiresAt;
    this.#expiresAt = expiresAt;
    return isMoved;
  }

  /**
   * `askedAt` is when the renewal was sent, so that this worker never assumes a longer lease than
   * the control plane does.
   */
  renew(askedAt: number): void {
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.#expire(), askedAt + this.leaseMs - performance.now());
  }

  /**
   * The control plane says that the lease is not held. Ignored while the end is being reported,
   * which may be the cause; that report detects a lost lease.
   */
  refuse(): void {
    if (!this.#isEnding) this.lose();
  }

  /** Call right before reporting the end of the attempt. */
  beginEnd(): void {
    this.#isEnding = true;
  }

  #expire(): void {
    const renewedAt = this.#renewedAt();
    const isRenewed = renewedAt !== undefined && renewedAt + this.leaseMs > performance.now();
    if (isRenewed) this.renew(renewedAt);
    else this.lose();
  }

  lose(): void {
    this[Symbol.dispose]();
    this.#lost.abort(new LeaseLostError(this.#lease.task_id));
  }

  cancel(): void {
    this.#cancelled.abort(new TaskCancelledError());
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#expiry);
    this.#onEnd(this);
  }
}
