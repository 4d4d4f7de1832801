/** The versions of openapi/worker.yaml that a process speaks. */
export interface WorkerProtocol {
  /** The version that the process itself speaks. */
  readonly version: number;
  /** The oldest version of workers that a control plane serves. */
  readonly minVersion: number;
}

/**
 * The versions of this release. infra/decisions/2026-11-23-versions-of-workers.md says when to
 * raise them.
 */
export const WORKER_PROTOCOL: WorkerProtocol = { version: 2, minVersion: 1 };
