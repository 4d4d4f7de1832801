import { useCallback, useSyncExternalStore } from 'react';

/** Where the style sheet stacks what is side by side otherwise. */
export const NARROW = '(width <= 46rem)';

/** Whether the window matches a media query, now and when it changes. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}
