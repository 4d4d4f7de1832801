import { z } from 'zod';

/**
 * PostgreSQL's and Node's codes for a server that cannot be reached, starts, stops, has no connection left, or let a
 * statement or transaction reach its deadline.
 */
const AWAY =
  /^(?:08\w{3}|57P0[123]|57014|25P0[34]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024)$/;
/** What pg says without a code. */
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;
/** PostgreSQL's codes for text that it cannot hold: U+0000, lone surrogates, JSON that is nested too deeply. */
const UNSTORABLE = /^(?:22021|22P05|54001)$/;

const errorSchema = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  cause: z.unknown().optional(),
  meta: z.object({ driverAdapterError: z.unknown().optional() }).optional(),
  originalCode: z.string().optional(),
  originalMessage: z.string().optional(),
  /** Of an AggregateError: one for each address that was tried. */
  errors: z.array(z.unknown()).optional(),
});

type Fault = z.infer<typeof errorSchema>;

/** Tells a database that is away, which passes, from a bug. */
export function isDatabaseAway(error: unknown): boolean {
  return isAnywhere(
    error,
    (fault) =>
      hasCode(fault, AWAY) ||
      [fault.message, fault.originalMessage].some((text) => BROKEN.test(text ?? '')),
  );
}

/** Tells a request whose text the database refuses, however often it comes, from a bug. */
export function isTextRefused(error: unknown): boolean {
  return isAnywhere(error, (fault) => hasCode(fault, UNSTORABLE));
}

/** Looks through Prisma's and Node's wrapping. */
function isAnywhere(error: unknown, matches: (fault: Fault) => boolean, depth = 0): boolean {
  const fault = errorSchema.safeParse(error).data;
  if (!fault || depth > 4) return false;
  if (matches(fault)) return true;
  return [fault.cause, fault.meta?.driverAdapterError, ...(fault.errors ?? [])].some((inner) =>
    isAnywhere(inner, matches, depth + 1),
  );
}

function hasCode({ code, originalCode }: Fault, wanted: RegExp): boolean {
  return [code, originalCode].some((text) => wanted.test(text ?? ''));
}
