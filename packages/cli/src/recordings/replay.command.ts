import { dataOf, ErrandError, type ErrandSchemas } from '@errand/client';
import { type Call, defineCommand } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { readNumber } from '../command/read-arguments.ts';
import { NotFoundError } from '../errors/command-errors.ts';
import { readSecrets } from '../tasks/read-inputs.ts';
import { stepsOf } from '../tasks/read-steps.ts';
import { describeReplay } from './describe-replay.ts';
import { readObject } from './recording-file.ts';
import { replayTask } from './replay-task.ts';

type Automation = ErrandSchemas['Automation'];

const DEFAULT_SECONDS = 300;
const MOST_SECONDS = 3_600;

export const replay = defineCommand({
  name: 'replay',
  words: ['TASK'],
  summary:
    'Runs an automation against the recorded responses of a task, without its site; exit code 3 if a step fails.',
  options: {
    with: {
      value: 'FILE',
      summary: 'the changed recording or automation; default: that of the task',
    },
    secure: {
      value: 'KEY=REF',
      summary: 'secret that came with the submission, as for errand run',
      isList: true,
    },
    timeout: { value: 'SECONDS', summary: `how long it may take; default ${DEFAULT_SECONDS}` },
  },
  async run(call): Promise<ExitCode> {
    const { errand, print, terminal, words } = call;
    const [taskId = ''] = words;
    const seconds = readNumber(call, 'timeout', { min: 1, max: MOST_SECONDS }) ?? DEFAULT_SECONDS;
    const file = call.value('with');
    const changed = file === undefined ? undefined : await readAutomation(file);
    const secrets = await readSecrets(call);
    const task = await errand().task(taskId, { signal: terminal.signal });
    const ran = await findAutomation(call, task);
    const automation = changed ?? ran;
    if (!automation) {
      throw new NotFoundError(
        `The recording of task "${taskId}" was deleted: specify an automation with --with FILE.`,
      );
    }
    const opening = { replay_of: task.task_id, automation, ...secrets };
    const replayed: ErrandSchemas['TaskDetail'] = { ...task, steps: [] };
    for await (const step of stepsOf(errand(), task, terminal.signal)) replayed.steps.push(step);
    const result = await replayTask(call, {
      task: replayed,
      ran,
      opening,
      timeoutMs: seconds * 1_000,
    });
    print.result(result, () => describeReplay(print, result));
    return result.passed ? EXIT.done : EXIT.badResult;
  },
});

/** The server checks the automation and names every mistake. */
async function readAutomation(path: string): Promise<Automation> {
  const object = await readObject(path);
  return (object['automation'] ?? object) as Automation;
}

/** Returns undefined if the version that the task ran was deleted. */
async function findAutomation(
  { errand, terminal }: Call,
  task: ErrandSchemas['TaskDetail'],
): Promise<Automation | undefined> {
  const path = { recording_id: task.recording_id, version: String(task.recording_version) };
  const reading = dataOf(
    errand().api.GET('/api/v1/recordings/{recording_id}/versions/{version}', {
      params: { path },
      signal: terminal.signal,
    }),
  );
  try {
    return (await reading).version.automation;
  } catch (error) {
    if (error instanceof ErrandError && error.status === 404) return undefined;
    throw error;
  }
}
