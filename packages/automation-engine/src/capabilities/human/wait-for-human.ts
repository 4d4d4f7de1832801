import { z } from 'zod';
import { settlesWithin } from '../../deadline.ts';
import { nameProblem } from '../../fields/parameter-name.ts';
import { HumanAnswerError, HumanTimeoutError, HumanUnavailableError } from './human-errors.ts';
import type { HumanRun } from './human-run.ts';
import { currentUrl } from '../../page/pages/current-url.ts';

const lastWordMs = 10_000;
const variablesSchema = z.record(z.string(), z.array(z.string())).superRefine((values, context) => {
  for (const name of Object.keys(values)) {
    const message = nameProblem(name);
    if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
  }
});
const answerSchema = z.strictObject({ variables: variablesSchema.default({}) }).optional();

/** Waits until a person resumes the run, and sets the variables that they sent. */
export async function waitForHuman(
  run: HumanRun,
  nodePath: string,
  maxWaitMs: number,
): Promise<void> {
  const { signal, humanInTheLoop, onHumanEvent } = run;
  if (!humanInTheLoop) throw new HumanUnavailableError();
  const started = performance.now();
  const waitUntil = new Date(Date.now() + maxWaitMs);
  const request = { nodePath, pageUrl: currentUrl(run), waitUntil };
  const over = new AbortController();
  try {
    onHumanEvent?.({ type: 'waiting-for-human', ...request });
    const resumed = humanInTheLoop.waitForResume(request, AbortSignal.any([signal, over.signal]));
    if (!(await settlesWithin(resumed, maxWaitMs, signal))) {
      over.abort();
      if (!(await hasResumed(resumed, signal))) throw new HumanTimeoutError(maxWaitMs);
    }
    const variables = readVariables(await resumed);
    Object.assign(run.variables, variables);
    for (const name of Object.keys(variables)) run.sentByPerson.add(name);
    const waitedMs = performance.now() - started;
    onHumanEvent?.({ type: 'resumed', nodePath, waitedMs, variableNames: Object.keys(variables) });
  } finally {
    over.abort();
  }
}

/** `waitForResume` has the final say on whether a person resumed at the last moment. */
async function hasResumed(resumed: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const lastWord = resumed.then(
    () => true,
    () => false,
  );
  return (await settlesWithin(lastWord, lastWordMs, signal)) && lastWord;
}

function readVariables(answer: unknown): Readonly<Record<string, readonly string[]>> {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new HumanAnswerError(z.prettifyError(parsed.error));
  return parsed.data?.variables ?? {};
}
