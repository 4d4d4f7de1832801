import type { SecretResolver } from '@errand/automation-engine';
import { createRedactor, redactDeep, Secret } from '@errand/secrets';
import type { TaskReporter } from '../task-reporter.ts';
import type { LogRedaction } from './log-redaction.ts';

/**
 * The secrets of one attempt: resolved through its lease, and redacted from its reports and the log
 * until it ends.
 */
export interface TaskSecrets extends Disposable {
  readonly resolver: SecretResolver;
  /**
   * The reporter with all secrets known so far redacted from what it sends; the engine has already
   * redacted them once.
   */
  readonly reporter: TaskReporter;
}

export function createTaskSecrets(
  reporter: TaskReporter,
  {
    log,
    known = [],
  }: {
    readonly log: Pick<LogRedaction, 'hide'>;
    /** Secrets that came with the lease. */
    readonly known?: readonly string[];
  },
): TaskSecrets {
  const values = new Set(known.filter(Boolean));
  let showAgain = log.hide(values);
  let redact = createRedactor(values);
  const note = (value: string) => {
    if (values.has(value)) return;
    values.add(value);
    redact = createRedactor(values);
    showAgain();
    showAgain = log.hide(values);
  };
  return {
    resolver: {
      async resolve(wanted, signal) {
        const answer = await reporter.resolveSecret(wanted, signal);
        note(answer.value);
        return {
          secret: new Secret(`${wanted.name}[${wanted.index}]`, answer.value),
          expiresAt: answer.expires_at === null ? null : new Date(answer.expires_at),
          allowedOrigins: answer.allowed_origins,
        };
      },
    },
    reporter: fence(reporter, (sent) =>
      values.size > 0 ? redactDeep(sent, (text) => (isPicture(text) ? text : redact(text))) : sent,
    ),
    [Symbol.dispose]: () => showAgain(),
  };
}

/** A short secret may occur in the encoding of an image by chance. Images are masked instead. */
function isPicture(text: string): boolean {
  return /^data:image\/(?:jpeg|png);base64,[\w+/]*=*$/.test(text);
}

function fence(reporter: TaskReporter, clean: <Sent>(sent: Sent) => Sent): TaskReporter {
  return {
    ...reporter,
    reportSteps: (steps) => reporter.reportSteps(clean(steps)),
    createArtifacts: (artifacts) => reporter.createArtifacts(clean(artifacts)),
    beginHumanWait: (waitId, wait, signal) => reporter.beginHumanWait(waitId, clean(wait), signal),
    reportSessionState: (state, signal) => reporter.reportSessionState(clean(state), signal),
    reportSessionEvents: (events, signal) => reporter.reportSessionEvents(clean(events), signal),
    answerSessionCommand: (number, result, signal) =>
      reporter.answerSessionCommand(number, clean(result), signal),
    complete: (output) => reporter.complete(clean(output)),
    fail: (error, output) => reporter.fail(clean(error), clean(output)),
  };
}
