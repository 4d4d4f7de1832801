import { expect, test } from '@jest/globals';
import { CLICK_NOTHING, type createRecording } from './create-recording.ts';
import { linesOf, type Ran } from './run-in-process.ts';

interface Setup {
  readonly errand: (args: string) => Promise<Ran>;
  /** Returns the path of a new file. */
  readonly write: (name: string, content: string) => string;
  readonly recordingOf: (
    name: string,
    nodes: readonly object[],
  ) => ReturnType<typeof createRecording>;
}

/** Defines the test for the result of a push that does not store all files. */
export function testRefusedPushes({ errand, write, recordingOf }: Setup): void {
  test('prints a JSON line for each pushed file, even if it is refused', async () => {
    const [old, other] = ['old.json', 'other.json'].map((name) =>
      write(name, JSON.stringify(recordingOf('refused', []))),
    );
    const fine = write('fine.json', JSON.stringify(recordingOf('fine', [])));
    const bad = write('bad.json', JSON.stringify(recordingOf('bad', [{ type: 'nothing' }])));
    const pushed = await errand(`recordings push ${old} --json`);
    expect(linesOf(pushed.stdout)).toMatchObject([{ result: 'created', version: 1 }]);
    const based = { ...recordingOf('refused', [CLICK_NOTHING]), version: 1 };
    for (const name of ['old.json', 'other.json']) write(name, JSON.stringify(based));
    // The second file names the version that the first one replaces.
    write('other.json', JSON.stringify({ ...based, description: 'Is other.' }));
    const raced = await errand(`recordings push ${old} ${other} ${fine} --json`);
    const refused = {
      path: other,
      endpoint_name: 'refused',
      result: 'refused',
      version: 2,
      code: 'recording-changed',
      message: expect.stringMatching(/version 1 of "refused", but version 2 is.*push --force$/),
    };
    expect([raced.exitCode, linesOf(raced.stdout)]).toEqual([
      3,
      [
        { path: old, endpoint_name: 'refused', result: 'updated', version: 2 },
        refused,
        { path: fine, endpoint_name: 'fine', result: 'created', version: 1 },
      ],
    ]);
    const stale = await errand(`recordings push ${fine} ${other} ${bad} --json`);
    const faults = [expect.objectContaining({ path: ['nodes', 0, 'type'] })];
    expect([stale.exitCode, linesOf(stale.stdout)]).toEqual([
      3,
      [
        { path: fine, endpoint_name: 'fine', result: 'left_out', version: 1 },
        refused,
        {
          path: bad,
          endpoint_name: 'bad',
          result: 'refused',
          version: null,
          code: 'invalid-request',
          message: 'Correct the faults of the automation.',
          errors: faults,
        },
      ],
    ]);
  });
}
