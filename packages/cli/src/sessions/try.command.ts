import type { ErrandSchemas, Session } from '@errand/client';
import { defineCommand, type Call } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { readNumber } from '../command/read-arguments.ts';
import { SecretsKeptError, TimedOutError } from '../errors/command-errors.ts';
import { readObject } from '../recordings/recording-file.ts';
import { readInputs } from '../tasks/read-inputs.ts';
import { SECURE_OPTION } from '../tasks/submission-options.ts';
import { openLimit } from '../terminal/open-limit.ts';
import { openProgress } from '../terminal/progress.ts';
import { describeTried } from './describe-tried.ts';
import { openWaitNote } from '../tasks/open-wait-note.ts';
import { isLook, readPlan, type TryPlan } from './read-plan.ts';
import { saveEvidence } from './save-evidence.ts';
import { orProblem, trySteps, type Tried } from './try-steps.ts';

type Automation = ErrandSchemas['Automation'];

/** Sessions wait for a free slot like tasks. */
const USUAL_SECONDS = 600;

export const tryAutomation = defineCommand({
  name: 'try',
  words: ['FILE', '[key=value...]'],
  summary:
    'Runs a file with a recording or an automation in a debug session, and shows where it stops; exit code 3 if a step fails.',
  options: {
    step: { value: 'N', summary: 'run the steps before step N (3 or nodes[3]), then step N alone' },
    to: { value: 'N', summary: 'run the steps before step N, which is still to come; default all' },
    locate: {
      value: 'LOCATOR',
      summary: 'show what it matches on the page then; alone with --session, no step runs',
      isList: true,
    },
    keep: { summary: 'leave the session open, for --session and the live view' },
    session: { value: 'ID', summary: 'continue in a session that was kept, with this file' },
    ...SECURE_OPTION,
    file: { value: 'PATH', summary: 'file for steps that upload one', isList: true },
    unique: { value: 'KEY', summary: 'input that identifies the login', isList: true },
    timeout: { value: 'SECONDS', summary: `how long it may take; default ${USUAL_SECONDS}` },
  },
  async run(call): Promise<ExitCode> {
    const [path = '', ...words] = call.words;
    const object = await readObject(path);
    // The server checks the automation and names every mistake.
    const automation = (object['automation'] ?? object) as Automation;
    const plan = readPlan(call, automation);
    const inputs = await readInputs(call, words);
    const seconds = readNumber(call, 'timeout', { min: 1, max: 3_600 }) ?? USUAL_SECONDS;
    using limit = openLimit(call.terminal.signal, seconds * 1_000);
    try {
      const tried = await tryIt(call, plan, { automation, inputs, signal: limit.signal });
      return tried.failure || tried.problems.length > 0 ? EXIT.badResult : EXIT.done;
    } catch (error) {
      if (!limit.signal.aborted || call.terminal.signal.aborted) throw error;
      const message = `The steps did not end within ${seconds} s and were abandoned: specify a longer --timeout.`;
      throw new TimedOutError(message, { cause: error });
    }
  },
});

interface Attempt {
  readonly automation: Automation;
  readonly inputs: Awaited<ReturnType<typeof readInputs>>;
  readonly signal: AbortSignal;
}

async function tryIt(call: Call, plan: TryPlan, attempt: Attempt): Promise<Tried> {
  const { print } = call;
  const session = await enter(call, plan, attempt);
  const tried = await tryAndLeave(call, session, trySteps(session, plan, attempt.signal));
  const files = print.isJson ? [] : saveEvidence(call.terminal, session.id, tried);
  print.result({ session_id: session.id, ...tried }, () =>
    describeTried(print, tried, { files, isLook: isLook(plan) }),
  );
  return tried;
}

/** The session ends before its result is printed, which may fail. */
async function tryAndLeave(call: Call, session: Session, trying: Promise<Tried>): Promise<Tried> {
  try {
    return await trying;
  } finally {
    await leave(call, session);
  }
}

/** Ends the session, or says how to continue it. An error is only noted: the result is printed. */
async function leave(call: Call, session: Session): Promise<void> {
  const { print } = call;
  const { id } = session;
  const left = await orProblem(call.has('keep') ? session.get() : session.close());
  if (typeof left === 'string')
    print.note(`Session ${id} may still be open: ${left} End it: errand sessions end ${id}`);
  else if (left.state !== 'ended' && call.has('keep')) {
    const watch = `${call.connection().url}/console/record?session=${id}`;
    print.note(
      `The session is open: errand try FILE --session ${id}   Watch it: ${watch}   End it: errand sessions end ${id}`,
    );
  }
}

/** Opens a session on the file, or continues a kept one. */
async function enter(call: Call, plan: TryPlan, attempt: Attempt): Promise<Session> {
  const { sessions } = call.errand();
  const { automation, inputs, signal } = attempt;
  if (plan.session !== undefined) {
    const session = sessions.at(plan.session);
    const set = await session.setAutomation(automation, { signal });
    if (set.ignored_secrets.length > 0) throw new SecretsKeptError(set.ignored_secrets, session.id);
    const { input_parameters: values } = inputs;
    if (Object.keys(values).length > 0) await session.setVariables(values, { signal });
    return session;
  }
  using progress = openProgress(call.terminal);
  using waitNote = openWaitNote({ ...call, progress, signal });
  const unique = call.list('unique');
  // Without await, the progress would end before the wait.
  return await sessions.open(
    {
      automation,
      ...inputs,
      ...(unique.length > 0 && { unique_parameter_names: [...unique] }),
      ...(plan.until !== undefined && { until: plan.until }),
    },
    {
      signal,
      onState({ session_id: id, state, position }) {
        progress.show(`session is ${state} ${position ?? ''}`);
        waitNote.begin(id);
      },
    },
  );
}
