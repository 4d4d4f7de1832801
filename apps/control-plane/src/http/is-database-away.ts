import { z } from 'zod';

/** PostgreSQL's and Node's codes for a server that cannot be reached, starts, stops, or has no connection left. */
const AWAY =
  /^(?:08\w{3}|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024)$/;
/** What pg says without a code. */
const BROKEN =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

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

/** Tells a database that is away, which passes, from a bug. Looks through Prisma's and Node's wrapping. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  const parsed = errorSchema.safeParse(error).data;
  if (!parsed || depth > 4) return false;
  if ([parsed.code, parsed.originalCode].some((code) => AWAY.test(code ?? ''))) return true;
  if ([parsed.message, parsed.originalMessage].some((text) => BROKEN.test(text ?? ''))) return true;
  return [parsed.cause, parsed.meta?.driverAdapterError, ...(parsed.errors ?? [])].some((inner) =>
    isDatabaseAway(inner, depth + 1),
  );
}
