import winston from 'winston';

export type Logger = winston.Logger;

/** Writes one JSON object per line to standard error; standard output stays free for results. */
export function createLogger(options: {
  readonly name: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** Hides what must not be read, in the whole line as it is written. Default: nothing. */
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

/** Where the line stands that the formats before have made of an entry. */
const lineOf = Symbol.for('message');

function redactLine(
  entry: winston.Logform.TransformableInfo,
  redact: (line: string) => string,
): winston.Logform.TransformableInfo {
  return { ...entry, [lineOf]: redact(String(entry[lineOf])) };
}

/** An Error has no enumerable members, so JSON would show it as `{}`. */
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
