import { useQuery } from '@tanstack/react-query';
import { useErrand } from './errand-context.ts';
import { readWorkspaces, type Workspace } from './read-recordings.ts';

/** All workspaces of the account, the default one first; none until they are loaded. */
export function useWorkspaces(): readonly Workspace[] {
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['workspaces', 'all'],
    queryFn: ({ signal }) => readWorkspaces(errand, signal),
  });
  return query.data ?? [];
}
