import { z } from 'zod';
import { settlesWithin } from '../../deadline.ts';
import { nameProblem } from '../../fields/parameter-name.ts';
import { HumanAnswerError, HumanTimeoutError, HumanUnavailableError } from './human-errors.ts';
import type { HumanRun } from './human-run.ts';
import type { PersonRecording } from './human-in-the-loop.ts';
import { currentUrl } from '../../page/pages/current-url.ts';
import { watchSecrets } from './watch-secrets.ts';

const LAST_WORD_MS = 10_000;
/** Limited, because the page might not respond. */
const RECORDING_MS = 5_000;
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
  const [recording, watch] = await Promise.all([startRecording(run), startWatching(run)]);
  const over = new AbortController();
  const leaving = run.pages.leaveDialogs();
  try {
    signal.throwIfAborted();
    const started = performance.now();
    const waitUntil = new Date(Date.now() + maxWaitMs);
    const request = { nodePath, pageUrl: currentUrl(run), waitUntil };
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
    // An open dialog would block the page.
    leaving[Symbol.dispose]();
    await run.pages.dialogsAnswered();
    // Both: nothing may be written before the secrets are known.
    await Promise.all([recording && noteActs(run, recording), endWatching(run, watch)]);
  }
}

/** Undefined if nothing can be recorded: the run waits for the person anyway. */
async function startRecording(run: HumanRun): Promise<PersonRecording | undefined> {
  const { recordPerson, pages } = run;
  if (!recordPerson || pages.count === 0) return undefined;
  const missing = 'What the person does is not recorded';
  return startInTime(run, recordPerson(pages.current().page), missing);
}

/** Undefined if it cannot be watched which secrets the person types. */
async function startWatching(run: HumanRun): Promise<AsyncDisposable | undefined> {
  const { pages, secrets } = run;
  if (pages.count === 0) return undefined;
  const missing = 'Secrets that the person types may be unknown';
  const watch = await startInTime(run, watchSecrets(pages.current().page, secrets), missing);
  if (!watch) secrets.missSome();
  return watch;
}

async function startInTime<Started extends AsyncDisposable>(
  { noteLog, signal }: HumanRun,
  starting: Promise<Started>,
  missing: string,
): Promise<Started | undefined> {
  try {
    if (await settlesWithin(starting, RECORDING_MS, signal)) return await starting;
    noteLog(`${missing}: the page does not respond.`);
  } catch (error) {
    if (!signal.aborted) noteLog(`${missing}: ${String(error)}`);
  }
  discard(starting);
  return undefined;
}

async function endWatching(
  { secrets, signal }: HumanRun,
  watch: AsyncDisposable | undefined,
): Promise<void> {
  if (!watch) return;
  const ending = Promise.resolve(watch[Symbol.asyncDispose]());
  const [inTime] = await Promise.allSettled([settlesWithin(ending, RECORDING_MS, signal)]);
  if (inTime.status === 'rejected' || !inTime.value) secrets.missSome();
}

/** Ends what is no longer wanted, even if it is still starting. Ignores its failure. */
function discard(starting: Promise<AsyncDisposable>): void {
  starting.then((late) => late[Symbol.asyncDispose]()).catch(() => undefined);
}

/** Writes what the person has done into the log of the step. Never fails the step. */
async function noteActs(run: HumanRun, recording: PersonRecording): Promise<void> {
  const { signal, noteLog } = run;
  const reading = (async () => {
    await using _recording = recording;
    // Without await, the recording would end before it is read.
    return await recording.read();
  })();
  try {
    if (!(await settlesWithin(reading, RECORDING_MS, signal))) {
      discard(Promise.resolve(recording));
      return noteLog('What the person did was not recorded: the page does not respond.');
    }
    const text = await reading;
    if (text !== undefined) noteLog(text);
  } catch (error) {
    if (!signal.aborted) noteLog(`What the person did was not recorded: ${String(error)}`);
  }
}

/** `waitForResume` has the final say on whether a person resumed at the last moment. */
async function hasResumed(resumed: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const lastWord = resumed.then(
    () => true,
    () => false,
  );
  return (await settlesWithin(lastWord, LAST_WORD_MS, signal)) && lastWord;
}

function readVariables(answer: unknown): Readonly<Record<string, readonly string[]>> {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new HumanAnswerError(z.prettifyError(parsed.error));
  return parsed.data?.variables ?? {};
}
