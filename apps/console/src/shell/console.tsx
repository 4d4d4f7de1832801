import { createErrand, ErrandError } from '@errand/client';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type SignedIn, SignedInContext } from '../api/errand-context.ts';
import { forgetKey, keepKey, readKey } from '../api/session.ts';
import { SignIn } from './sign-in.tsx';
import { openAccount } from './open-account.ts';

const STALE_MS = 5_000;
/** Commands of debug sessions respond within 120 seconds. */
const REQUEST_TIMEOUT_MS = 130_000;

interface ConsoleProps {
  readonly router: AnyRouter;
}

/** The sign-in page, or the console of the account to which the key belongs. */
export function Console({ router }: ConsoleProps) {
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [isOpening, setOpening] = useState(() => readKey() !== null);

  const signOut = useCallback(() => {
    forgetKey();
    setSignedIn(undefined);
  }, []);
  const open = useCallback(
    async (apiKey: string) => {
      setOpening(true);
      setRefusal(null);
      try {
        const opened = await openAccount(
          createErrand({
            baseUrl: location.origin,
            apiKey,
            requestTimeoutMs: REQUEST_TIMEOUT_MS,
          }),
        );
        keepKey(apiKey);
        setSignedIn({ ...opened, signOut });
      } catch (error) {
        if (isUnknownKey(error)) forgetKey();
        setRefusal(error instanceof Error ? error : new Error(String(error)));
      }
      setOpening(false);
    },
    [signOut],
  );
  useEffect(() => {
    const apiKey = readKey();
    if (apiKey !== null) void open(apiKey);
  }, [open]);
  const client = useMemo(() => createClient(signOut, setRefusal), [signOut]);
  useEffect(() => {
    if (!signedIn) client.clear();
  }, [client, signedIn]);

  if (!signedIn) return <SignIn isOpening={isOpening} refusal={refusal} onKey={open} />;
  return (
    <QueryClientProvider client={client}>
      <SignedInContext value={signedIn}>
        <RouterProvider router={router} />
      </SignedInContext>
    </QueryClientProvider>
  );
}

function createClient(signOut: () => void, setRefusal: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // The key was revoked or has expired. Any other error keeps it.
      onError(error) {
        if (!isUnknownKey(error)) return;
        setRefusal(error);
        signOut();
      },
    }),
    // The client repeats requests itself, and events say when to read again.
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false },
    },
  });
}

const isUnknownKey = (error: unknown): error is ErrandError =>
  error instanceof ErrandError && error.status === 401;
