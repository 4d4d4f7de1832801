import { ErrandError } from '@errand/client';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { wordsOf } from './words-of.ts';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
  /** Link to what exists, shown if the requested thing does not. */
  readonly elsewhere?: ReactNode;
}

/** What a query returned, or why it failed. Old data stays while new data is fetched. */
export function Loaded<Data>({ query, children, elsewhere }: LoadedProps<Data>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error) {
    const isMissing = error instanceof ErrandError && error.status === 404;
    return (
      <Problem error={error}>
        {isMissing && elsewhere !== undefined ? (
          elsewhere
        ) : (
          <Button small onPress={() => void query.refetch()}>
            Try again
          </Button>
        )}
      </Problem>
    );
  }
  return (
    <p className="soft" role="status">
      Loading…
    </p>
  );
}

interface ProblemProps {
  readonly error: Error | null;
  readonly children?: ReactNode;
}

/** An error in the server's words, with the ID that the operator's log contains. */
export function Problem({ error, children }: ProblemProps) {
  if (!error) return null;
  const words = wordsOf(error);
  const requestId = error instanceof ErrandError ? error.requestId : undefined;
  return (
    <div className="notice bad" role="alert">
      <p className={words.includes('\n') ? 'lines' : ''}>{words}</p>
      {requestId !== undefined && <small>For the operator: request {requestId}</small>}
      {children}
    </div>
  );
}
