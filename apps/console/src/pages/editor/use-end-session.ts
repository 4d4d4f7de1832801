import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tell } from '../../ui/tell.ts';
import type { OpenedSession } from '../session/use-session.ts';

/** Ends the session when the page is left. The session of a closed tab ends after its idle time. */
export function useEndSession(opened: OpenedSession | undefined): void {
  const router = useRouter();
  const desk = opened?.session.state === 'ended' ? undefined : opened?.desk;
  useEffect(() => {
    if (!desk) return undefined;
    const end = async () => {
      try {
        await desk.close();
        tell('The debug session was ended.');
      } catch (error) {
        tell(error instanceof Error ? error.message : String(error));
      }
    };
    return router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) void end();
    });
  }, [desk, router]);
}
