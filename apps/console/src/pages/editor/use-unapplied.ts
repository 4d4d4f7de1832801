import { createContext, useCallback, useState } from 'react';

/** Says that a part of the page has text that is not in the draft, and why; empty once it is. */
type Report = (part: string, problem: string) => void;

export const UnappliedContext = createContext<Report>(() => undefined);

interface Unapplied {
  /** Why some text is not in the draft; empty if everything is. */
  readonly problem: string;
  readonly report: Report;
}

/** Knows what was typed but could not be read, so that saving does not leave it out silently. */
export function useUnapplied(): Unapplied {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const report = useCallback<Report>((part, problem) => {
    setProblems((before) =>
      (before[part] ?? '') === problem ? before : { ...before, [part]: problem },
    );
  }, []);
  return { problem: Object.values(problems).find((each) => each !== '') ?? '', report };
}
