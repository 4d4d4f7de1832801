import { dataOf } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { createDesk, type DebugSession, type SessionDesk } from './session-desk.ts';
import { sessionPace } from './session-pace.ts';

export interface OpenedSession {
  readonly desk: SessionDesk;
  readonly session: DebugSession;
}

/** Follows a debug session. Undefined before its first state is known, and without an ID. */
export function useSession(sessionId: string | undefined): {
  readonly opened: OpenedSession | undefined;
  readonly error: Error | null;
} {
  const errand = useErrand();
  const desk = useMemo(
    () => (sessionId === undefined ? undefined : createDesk(errand, sessionId)),
    [errand, sessionId],
  );
  const { data, error } = useQuery({
    queryKey: ['session', sessionId],
    enabled: sessionId !== undefined,
    queryFn: ({ signal }) => {
      const params = { path: { session_id: sessionId ?? '' } };
      return dataOf(errand.api.GET('/api/v1/sessions/{session_id}', { params, signal }));
    },
    refetchInterval: ({ state }) =>
      sessionPace({ session: state.data?.session, error: state.error }),
  });
  const session = data?.session;
  return { opened: desk && session ? { desk, session } : undefined, error };
}
