import type { Logger } from '@errand/app-runtime';
import {
  type ProvidedSecret,
  type Sealer,
  type SecretProviders,
  SecretUnavailableError,
} from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { DomainError } from '../http/domain-error.ts';
import { IntegrationDamagedError } from '../integrations/integration-errors.ts';
import { createCallLimit } from '../leases/call-limit.ts';
import { countSecrets } from '../leases/count-secrets.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import { findReferences, type TaskSecrets } from './find-references.ts';
import { readReference } from './read-reference.ts';
import { SecretNotFoundError, SecretNotGivenError } from './secret-errors.ts';
import type { VaultAccess } from './vault-access.ts';

export interface WantedSecret {
  readonly name: string;
  /** Counted from 0. */
  readonly index: number;
  /** Origin of the document that the secret is typed into. */
  readonly origin: string;
}

export interface ResolvedSecret extends ProvidedSecret {
  readonly allowedOrigins: string[] | undefined;
}

/** Reads secrets for the worker that holds the lease of their task. */
export interface SecretResolver {
  /**
   * Logs success and failure. Throws LeaseLostError, TaskNotFoundError, SecretNotFoundError,
   * SecretRefusedError, SecretNotGrantedError, SecretNotGivenError, and TooManyRequestsError beyond
   * 60 calls per task and minute.
   */
  readonly resolve: (
    holder: LeaseHolder,
    wanted: WantedSecret,
    signal: AbortSignal,
  ) => Promise<ResolvedSecret>;
}

interface ReadSecret extends ResolvedSecret {
  readonly kind: string;
  /**
   * The operator's grant that allowed the read; undefined for a vault or a seed of the account
   * itself.
   */
  readonly grantId: string | undefined;
}

interface ResolverDependencies {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly secretProviders: SecretProviders;
  readonly vaultAccess: Pick<VaultAccess, 'open'>;
  readonly logger: Logger;
}

export function createSecretResolver(dependencies: ResolverDependencies): SecretResolver {
  const limit = createCallLimit();
  return {
    async resolve(holder, wanted, signal) {
      const { leaseSecret: _, trace, ...who } = holder;
      const trace_id = trace?.traceId;
      const logger = dependencies.logger.child({ ...who, trace_id, ...describe(wanted) });
      try {
        const task = await findReferences(dependencies, holder);
        limit.count(holder.taskId);
        const resolved = await readSecret(dependencies, { task, holder, wanted, signal });
        const { kind, grantId } = resolved;
        logger.info('secret resolved', { accountId: task.accountId, kind, grantId });
        return resolved;
      } catch (error) {
        // The message contains locations, but never values.
        if (error instanceof DomainError) logger.warn('secret not resolved', { error });
        throw error;
      }
    },
  };
}

function describe({ name, index, origin }: WantedSecret) {
  return { parameter: `${name}[${index}]`, origin };
}

async function readSecret(
  { secretProviders, vaultAccess }: ResolverDependencies,
  asked: {
    readonly task: TaskSecrets;
    readonly holder: LeaseHolder;
    readonly wanted: WantedSecret;
    readonly signal: AbortSignal;
  },
): Promise<ReadSecret> {
  const { task, holder, wanted, signal } = asked;
  const { references } = task;
  const { name, index, origin } = wanted;
  const secretName = `${name}[${index}]`;
  const wire = Object.hasOwn(references, name) ? references[name]?.[index] : undefined;
  if (!wire) throw new SecretNotFoundError(holder.taskId, secretName, countSecrets(references));
  const reference = readReference(wire);
  try {
    const opened = await vaultAccess.open(task, { secretName, reference: wire, origin });
    const { credentials, allowedOrigins, grantId } = opened;
    const request = { name: secretName, credentials, signal };
    const provided = await secretProviders.resolve(reference, request);
    return { ...provided, allowedOrigins, grantId, kind: reference.kind };
  } catch (error) {
    if (error instanceof IntegrationDamagedError) {
      throw new SecretNotGivenError(`The secret ${secretName} could not be read. ${error.message}`);
    }
    if (!(error instanceof SecretUnavailableError)) throw error;
    throw new SecretNotGivenError(error.message);
  }
}
