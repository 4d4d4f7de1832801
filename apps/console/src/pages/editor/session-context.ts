import { createContext, useContext } from 'react';
import type { SessionDesk } from '../session/session-desk.ts';

export interface FormSession {
  readonly desk: SessionDesk;
  readonly isReady: boolean;
  /** Takes control of the screen, so that an element on it can be clicked. */
  readonly takeControl: () => void;
}

/** The debug session beside the form; undefined while none is open. */
export const FormSessionContext = createContext<FormSession | undefined>(undefined);

export const useFormSession = (): FormSession | undefined => useContext(FormSessionContext);
