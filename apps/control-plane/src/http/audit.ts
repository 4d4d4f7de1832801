import type { Logger } from '@errand/app-runtime';

/** A change that an operator made. */
export interface AuditEntry {
  /** The operation of openapi/admin.yaml. */
  readonly operation: string;
  /** Who made it, according to the request: all operators share ADMIN_TOKEN. */
  readonly by: string;
  readonly reason: string;
  /** Ids of what was changed. */
  readonly target: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
}

/** Records each change that an operator makes, as one line of the log. */
export type Audit = (entry: AuditEntry) => void;

export function createAudit(logger: Logger): Audit {
  return (entry) => logger.info('operator changed the installation', { audit: entry });
}
