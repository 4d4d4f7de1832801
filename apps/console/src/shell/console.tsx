import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { SignedInContext } from '../api/errand-context.ts';
import {
  type Account,
  endAccount,
  isSignedOut,
  restoreAccount,
  signIn,
} from '../api/open-account.ts';
import { forgetKey } from '../api/session.ts';
import { tell } from '../ui/tell.ts';
import { wordsOf } from '../ui/words-of.ts';
import { SignIn } from './sign-in.tsx';

const STALE_MS = 5_000;

interface ConsoleProps {
  readonly router: AnyRouter;
}

type State = 'restoring' | 'signed-out' | 'signing-in';

/** The sign-in page, or the console of the signed-in account. */
export function Console({ router }: ConsoleProps) {
  const [account, setAccount] = useState<Account>();
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [state, setState] = useState<State>('restoring');

  const leave = useCallback((reason: Error | null) => {
    setRefusal(reason);
    setState('signed-out');
    setAccount(undefined);
  }, []);
  const open = useCallback(
    async (opening: Promise<Account | undefined>) => {
      try {
        setRefusal(null);
        setAccount(await opening);
        setState('signed-out');
      } catch (error) {
        if (isSignedOut(error)) forgetKey();
        leave(error instanceof Error ? error : new Error(String(error)));
      }
    },
    [leave],
  );
  useEffect(() => void open(restoreAccount()), [open]);
  const leaveRefused = useCallback(
    (reason: Error) => {
      forgetKey();
      leave(reason);
    },
    [leave],
  );
  const client = useMemo(() => createClient(leaveRefused), [leaveRefused]);
  useEffect(() => {
    if (!account) client.clear();
  }, [client, account]);
  const signedIn = useMemo(
    () =>
      account && {
        ...account,
        signOut: () =>
          void endAccount(account).then(
            () => leave(null),
            (error: Error) => tell(`You are still signed in. ${wordsOf(error)}`),
          ),
        leave: leaveRefused,
      },
    [account, leave, leaveRefused],
  );

  if (signedIn) {
    return (
      <QueryClientProvider client={client}>
        <SignedInContext value={signedIn}>
          <RouterProvider router={router} />
        </SignedInContext>
      </QueryClientProvider>
    );
  }
  if (state === 'restoring') {
    return (
      <p className="opening soft" role="status">
        Opening the console…
      </p>
    );
  }
  const enter = (apiKey: string, isRemembered: boolean) => {
    setState('signing-in');
    void open(signIn(apiKey, isRemembered));
  };
  return <SignIn isOpening={state === 'signing-in'} refusal={refusal} onKey={enter} />;
}

function createClient(leave: (reason: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // The key was revoked or the session has ended. Any other error keeps the user signed in.
      onError(error) {
        if (isSignedOut(error)) leave(error);
      },
    }),
    mutationCache: new MutationCache({
      onError(error) {
        if (isSignedOut(error)) leave(error);
      },
    }),
    // The client retries requests itself, and events say when to refetch.
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: false },
    },
  });
}
