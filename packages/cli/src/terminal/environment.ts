/** Environment variables; undefined: not set. */
export type Environment = Readonly<Record<string, string | undefined>>;
