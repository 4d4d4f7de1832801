import { createContext, useCallback, useState } from 'react';

/** Reports why the text of a part of the page is not in the draft; empty once it is. */
type Report = (part: string, problem: string) => void;

export const UnappliedContext = createContext<Report>(() => undefined);

interface Unapplied {
  /** Why some text is not in the draft; empty if all text is. */
  readonly problem: string;
  readonly report: Report;
}

/** Tracks typed text that could not be parsed, so that saving does not drop it silently. */
export function useUnapplied(): Unapplied {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const report = useCallback<Report>((part, problem) => {
    setProblems((before) =>
      (before[part] ?? '') === problem ? before : { ...before, [part]: problem },
    );
  }, []);
  return { problem: Object.values(problems).find((each) => each !== '') ?? '', report };
}
