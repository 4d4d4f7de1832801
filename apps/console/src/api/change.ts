import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { tell } from '../ui/tell.ts';
import { wordsOf } from '../ui/words-of.ts';

interface Change<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** What to say when it is done. */
  readonly done: (output: Output) => string;
}

/**
 * A change that says when it is done and has every list read again. `isPending` and `error` are for
 * the form that asks for it.
 */
export function useChange<Input, Output>({ run, done }: Change<Input, Output>) {
  const client = useQueryClient();
  const isRunning = useRef(false);
  return useMutation({
    mutationFn: async (input: Input) => {
      // A second click, faster than the button is disabled.
      if (isRunning.current) throw new Error('This is being done already.');
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

/** For changes by one button, which has no form to show a refusal in. */
export const tellRefusal = {
  onError: (error: Error) => tell(wordsOf(error)),
};
