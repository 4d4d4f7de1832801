import { writeFileSync } from 'node:fs';
import jestRunner, { type TestEvents, type UnsubscribeFn } from 'jest-runner';

// The package's declarations are those of its CommonJS file, where the class is a member.
const Runner = jestRunner as unknown as typeof jestRunner.default;

/** Variable: the time after which no test file starts, in milliseconds since 1970. Default: none. */
export const UNTIL_VARIABLE = 'ERRAND_TESTS_UNTIL';
/** Variable: the file to which the paths of the test files that did not start are written, as JSON. */
export const LEFT_VARIABLE = 'ERRAND_TESTS_LEFT';

type RunParameters = Parameters<InstanceType<typeof Runner>['runTests']>;

/** Starts no test file after a given time. One that does not start neither passes nor fails. */
// oxlint-disable-next-line import/no-default-export -- jest's interface
export default class TimedRunner extends Runner {
  readonly #started = new Set<string>();
  readonly #left: string[] = [];

  override async runTests(...[tests, watcher, options]: RunParameters): Promise<void> {
    const until = Number(process.env[UNTIL_VARIABLE] ?? Number.POSITIVE_INFINITY);
    super.on('test-file-start', ([{ path }]) => void this.#started.add(path));
    const timed = {
      isInterrupted: () => watcher.isInterrupted() || Date.now() >= until,
      isWatchMode: () => watcher.isWatchMode(),
      on: watcher.on.bind(watcher),
    };
    await super.runTests(tests, timed as typeof watcher, options);
    const file = process.env[LEFT_VARIABLE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#left));
  }

  override on<Name extends keyof TestEvents>(
    name: Name,
    listener: (event: TestEvents[Name]) => void | Promise<void>,
  ): UnsubscribeFn {
    if (name !== 'test-file-failure') return super.on(name, listener);
    return super.on('test-file-failure', (event) => {
      const [{ path }] = event;
      if (this.#started.has(path)) return listener(event as TestEvents[Name]);
      this.#left.push(path);
      return undefined;
    });
  }
}
