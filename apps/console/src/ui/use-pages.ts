import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

interface Page {
  readonly next_cursor: string | null;
}

/** The pages of a list fetched so far. */
export function usePages<Answer extends Page>(
  queryKey: QueryKey,
  read: (cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<Answer>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read(pageParam === undefined ? {} : { cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}
