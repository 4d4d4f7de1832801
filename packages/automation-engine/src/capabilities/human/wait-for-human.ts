import { z } from 'zod';
import { settlesWithin } from '../../deadline.ts';
import { nameProblem } from '../../fields/parameter-name.ts';
import { HumanAnswerError, HumanTimeoutError, HumanUnavailableError } from './human-errors.ts';
import type { HumanRun } from './human-run.ts';
import type { PersonRecording } from './human-in-the-loop.ts';
import { currentUrl } from '../../page/pages/current-url.ts';

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
  const recording = await startRecording(run);
  const over = new AbortController();
  const leaving = run.pages.leaveDialogs();
  try {
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
    if (recording) await noteActs(run, recording);
  }
}

/** Undefined if nothing can be recorded: the run waits for the person anyway. */
async function startRecording(run: HumanRun): Promise<PersonRecording | undefined> {
  const { recordPerson, pages, noteLog, signal } = run;
  if (!recordPerson || pages.count === 0) return undefined;
  const starting = recordPerson(pages.current().page);
  try {
    if (await settlesWithin(starting, RECORDING_MS, signal)) return await starting;
    discard(starting);
    noteLog('What the person does is not recorded: the page does not respond.');
  } catch (error) {
    discard(starting);
    signal.throwIfAborted();
    noteLog(`What the person does is not recorded: ${String(error)}`);
  }
  return undefined;
}

/** Ends a recording that will not be read, even one that is still starting. Ignores its failure. */
function discard(starting: Promise<PersonRecording>): void {
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
