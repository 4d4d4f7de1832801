import { useState } from 'react';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<{
    readonly isFetchNextPageError: boolean;
    readonly error: Error | null;
  }>;
}

interface NextPage {
  /** Why the next page could not be read; null if it could. */
  readonly failure: Error | null;
  /** Fetches the next page if there is one, but not one that has failed. */
  readonly request: () => void;
  readonly retry: () => void;
}

/** The next page of the list `of`. Keeps its error, because an event resets the query's own. */
export function useNextPage(of: string, pages: Pages): NextPage {
  const [failed, setFailed] = useState<{ readonly of: string; readonly error: Error }>();
  const failure = failed?.of === of ? failed.error : null;
  const fetch = async () => {
    const { isFetchNextPageError: isFailed, error } = await pages.fetchNextPage();
    setFailed(isFailed && error ? { of, error } : undefined);
  };
  return {
    failure,
    request() {
      const isReady = !pages.isFetchingNextPage && !pages.isFetchNextPageError && !failure;
      if (pages.hasNextPage && isReady) void fetch();
    },
    retry: () => void fetch(),
  };
}
