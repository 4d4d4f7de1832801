import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { tell } from '../ui/tell.ts';
import { wordsOf } from '../ui/words-of.ts';

interface Change<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** The message to show on success. */
  readonly done: (output: Output) => string;
}

/**
 * A mutation that shows a message on success and refetches every list. `isPending` and `error` are
 * for the form that submits it.
 */
export function useChange<Input, Output>({ run, done }: Change<Input, Output>) {
  const client = useQueryClient();
  const isRunning = useRef(false);
  return useMutation({
    mutationFn: async (input: Input) => {
      // A second click can arrive before the button is disabled.
      if (isRunning.current) throw new Error('This is already in progress.');
      isRunning.current = true;
      return run(input).finally(() => {
        isRunning.current = false;
      });
    },
    async onSuccess(output) {
      tell(done(output));
      await client.invalidateQueries();
    },
  });
}

/** For changes made with a single button, where no form can show an error. */
export const tellRefusal = {
  onError: (error: Error) => tell(wordsOf(error)),
};
