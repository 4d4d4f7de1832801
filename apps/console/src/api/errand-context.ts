import type { Errand, ErrandSchemas } from '@errand/client';
import { createContext, useContext } from 'react';

export interface SignedIn {
  readonly errand: Errand;
  /** The key, its account and what the installation offers. */
  readonly me: ErrandSchemas['MeAnswer'];
  /**
   * How the user signed in: with the tab's key, or with the browser's session, which all tabs
   * share.
   */
  readonly by: 'key' | 'cookie';
  /** Whether the user has signed in since the document was loaded. */
  readonly isEntered: boolean;
  readonly signOut: () => void;
  /** Signs out because the server no longer accepts the key or the session. */
  readonly leave: (reason: Error) => void;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** Throws outside the signed-in part of the page. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('A page is shown without a signed-in client.');
  return signedIn;
}

export const useErrand = (): Errand => useSignedIn().errand;

/** Whether the key has this scope. No scope implies another. */
export function useMay(scope: ErrandSchemas['ApiKeyScope']): boolean {
  return useSignedIn().me.key.scopes.includes(scope);
}
