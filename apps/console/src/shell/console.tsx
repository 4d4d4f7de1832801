import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { SignedInContext } from '../api/errand-context.ts';
import { dataOf } from '@errand/client';
import {
  type Account,
  endAccount,
  isSignedOut,
  restoreAccount,
  signIn,
} from '../api/open-account.ts';
import { followChanges } from '../api/session-changes.ts';
import { forgetKey } from '../api/session.ts';
import { tell } from '../ui/tell.ts';
import { wordsOf } from '../ui/words-of.ts';
import { SignIn } from './sign-in.tsx';

const STALE_MS = 5_000;

const SIGNED_OUT = 'This browser was signed out in another tab. Sign in again to continue here.';

interface ConsoleProps {
  readonly router: AnyRouter;
}

type State = 'restoring' | 'signed-out' | 'signing-in';

/** The sign-in page, or the console of the signed-in account. */
export function Console({ router }: ConsoleProps) {
  const [account, setAccount] = useState<Account>();
  const [refusal, setRefusal] = useState<Error | null>(null);
  const [state, setState] = useState<State>('restoring');
  const [isEntered, setEntered] = useState(false);

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
  useEffect(() => {
    if (account?.by !== 'cookie') return undefined;
    return followChanges((change) => {
      if (change === 'ended') leave(new Error(SIGNED_OUT));
      else void readAgain(account).catch((error: unknown) => isSignedOut(error) && leave(error));
    });
  }, [account, leave]);
  const signedIn = useMemo(
    () =>
      account && {
        ...account,
        isEntered,
        signOut: () =>
          void endAccount(account).then(
            () => leave(null),
            (error: Error) => tell(`You are still signed in. ${wordsOf(error)}`),
          ),
        leave: leaveRefused,
      },
    [account, isEntered, leave, leaveRefused],
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
    setEntered(true);
    void open(signIn(apiKey, isRemembered));
  };
  return <SignIn isOpening={state === 'signing-in'} refusal={refusal} onKey={enter} />;
}

/** Throws ErrandError with 401 if the browser's session is no longer that of the account. */
const readAgain = ({ errand }: Account) => dataOf(errand.api.GET('/api/v1/me'));

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
