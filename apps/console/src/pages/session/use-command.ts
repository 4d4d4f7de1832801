import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SessionDesk } from './session-desk.ts';

/** A command of a session; afterwards, the session's state is refetched. */
export function useCommand<Input, Output>(
  desk: SessionDesk,
  run: (input: Input) => Promise<Output>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => client.invalidateQueries({ queryKey: ['session', desk.id] }),
  });
}
