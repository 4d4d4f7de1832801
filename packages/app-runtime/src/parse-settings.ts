import { z } from 'zod';

/**
 * Reads every setting at once, so a bad deployment fails on start with the full list.
 * An empty variable counts as absent: `.env` files and compose files cannot say "unset".
 */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Error(`Some settings are missing or wrong:\n${z.prettifyError(parsed.error)}`);
}
