import { z } from 'zod';

/**
 * Codes of PostgreSQL and Node for a server that is unreachable, starting, stopping or out of
 * connections, or that stopped a statement, transaction or wait for a lock at its deadline.
 */
const AWAY =
  /^(?:08\w{3}|57P0[123]|57014|55P03|25P0[34]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024)$/;
/** Messages of pg errors that have no code. */
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;
/** PostgreSQL's codes for text it cannot hold: U+0000, lone surrogates, JSON nested too deeply. */
const UNSTORABLE = /^(?:22021|22P05|54001)$/;

const errorSchema = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  cause: z.unknown().optional(),
  meta: z.object({ driverAdapterError: z.unknown().optional() }).optional(),
  originalCode: z.string().optional(),
  originalMessage: z.string().optional(),
  /** Errors of an AggregateError: one per address tried. */
  errors: z.array(z.unknown()).optional(),
  /** Of a SuppressedError: the error thrown by a clean-up, and the error before it. */
  error: z.unknown().optional(),
  suppressed: z.unknown().optional(),
});

type Fault = z.infer<typeof errorSchema>;

/** Distinguishes an unavailable database, which is temporary, from a bug. */
export function isDatabaseAway(error: unknown): boolean {
  return isAnywhere(
    error,
    (fault) =>
      hasCode(fault, AWAY) ||
      [fault.message, fault.originalMessage].some((text) => BROKEN.test(text ?? '')),
  );
}

/** Distinguishes a request whose text the database always refuses from a bug. */
export function isTextRefused(error: unknown): boolean {
  return isAnywhere(error, (fault) => hasCode(fault, UNSTORABLE));
}

/** Looks inside the wrappers of Prisma, Node and `using`. */
function isAnywhere(error: unknown, matches: (fault: Fault) => boolean, depth = 0): boolean {
  const fault = errorSchema.safeParse(error).data;
  if (!fault || depth > 4) return false;
  if (matches(fault)) return true;
  const { cause, meta, errors = [], error: last, suppressed } = fault;
  return [cause, meta?.driverAdapterError, ...errors, last, suppressed].some((inner) =>
    isAnywhere(inner, matches, depth + 1),
  );
}

function hasCode({ code, originalCode }: Fault, wanted: RegExp): boolean {
  return [code, originalCode].some((text) => wanted.test(text ?? ''));
}
