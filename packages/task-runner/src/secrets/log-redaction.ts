import { createRedactor, type Redactor } from '@errand/secrets';

/**
 * Redacts the secrets of all running tasks from the log: a last line of defence after the engine
 * and the reports.
 */
export interface LogRedaction {
  readonly redact: Redactor;
  /** Hides these values until the returned function is called. */
  readonly hide: (values: ReadonlySet<string>) => () => void;
}

export function createLogRedaction(): LogRedaction {
  const hidden = new Set<ReadonlySet<string>>();
  let redact = createRedactor([]);
  const renew = () => {
    redact = createRedactor([...hidden].flatMap((values) => [...values]));
  };
  return {
    redact: (line) => redact(line),
    hide(values) {
      hidden.add(values);
      renew();
      return () => {
        hidden.delete(values);
        renew();
      };
    },
  };
}
