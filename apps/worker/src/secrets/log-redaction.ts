import { createRedactor, type Redactor } from '@errand/secrets';

/** The secrets of all tasks that run now, for the log: a last fence behind those of the engine and the reports. */
export interface LogRedaction {
  readonly redact: Redactor;
  /** Hides these until the answer is called. */
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
