import type { RunResult } from './run-result.ts';
import type { RunDependencies } from './run-dependencies.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';

type Redacting = Pick<RunSecrets, 'redactDeep' | 'redactJson'>;

/**
 * Wraps the dependencies so that events, log lines and requests to people contain no secrets.
 * Models have their own guard.
 */
export function guardDependencies(
  dependencies: RunDependencies,
  { redactDeep }: Redacting,
): RunDependencies {
  const { logger, onEvent, onHumanEvent, humanInTheLoop, onModelCall } = dependencies;
  return {
    ...dependencies,
    logger: { warn: (message, fields) => logger.warn(message, redactDeep(fields)) },
    onEvent: (event) => onEvent(redactDeep(event)),
    ...(onHumanEvent && { onHumanEvent: (event) => onHumanEvent(redactDeep(event)) }),
    ...(humanInTheLoop && {
      humanInTheLoop: {
        ...humanInTheLoop,
        waitForResume: (request, signal) =>
          humanInTheLoop.waitForResume(redactDeep(request), signal),
      },
    }),
    ...(onModelCall && { onModelCall: (call) => onModelCall(redactDeep(call)) }),
  };
}

/** Redacts the result. Files keep their paths and contents. */
export function guardResult(result: RunResult, { redactDeep, redactJson }: Redacting): RunResult {
  return {
    ...result,
    ...(result.status === 'failed' ? { error: redactDeep(result.error) } : {}),
    outputData: redactJson(result.outputData),
    forLoopStatus: redactDeep(result.forLoopStatus),
    downloads: result.downloads.map((file) => ({
      ...redactDeep({ ...file, path: '' }),
      path: file.path,
    })),
    screenshots: result.screenshots.map((image) => redactDeep(image)),
  };
}
