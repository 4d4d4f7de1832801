import winston from 'winston';

export type Logger = winston.Logger;

/**
 * Creates a logger that writes one JSON object per line to standard error; standard output stays
 * free for results.
 */
export function createLogger(options: {
  readonly name: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** Redacts the complete line before it is written. Default: no-op. */
  readonly redact?: (line: string) => string;
}): Logger {
  const { redact = (line) => line } = options;
  return winston.createLogger({
    level: options.level,
    defaultMeta: { app: options.name },
    format: winston.format.combine(
      winston.format.timestamp(),
      winston.format(errorsAsObjects)(),
      winston.format.json(),
      winston.format((entry) => redactLine(entry, redact))(),
    ),
    transports: [new winston.transports.Stream({ stream: process.stderr })],
  });
}

/** Where winston's formats store the formatted line of an entry. */
const lineOf = Symbol.for('message');

function redactLine(
  entry: winston.Logform.TransformableInfo,
  redact: (line: string) => string,
): winston.Logform.TransformableInfo {
  return { ...entry, [lineOf]: redact(String(entry[lineOf])) };
}

/** Converts errors, which have no enumerable members and would be `{}` in JSON. */
function errorsAsObjects(
  entry: winston.Logform.TransformableInfo,
): winston.Logform.TransformableInfo {
  const { error } = entry;
  return Error.isError(error) ? { ...entry, error: describeError(error) } : entry;
}

function describeError(error: Error): Record<string, unknown> {
  return {
    name: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(Error.isError(error.cause) ? { cause: describeError(error.cause) } : {}),
  };
}
