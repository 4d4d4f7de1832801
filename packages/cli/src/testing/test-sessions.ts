import type { Fleet } from '@errand/task-runner/testing';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { Ran, Surroundings } from './run-in-process.ts';

interface Setup {
  readonly fleet: () => Fleet;
  readonly errand: (args: string, more?: Surroundings) => Promise<Ran>;
  readonly jsonOf: (args: string) => Promise<Record<string, unknown>>;
  /** Writes a file with a recording that has no steps, and returns its path. */
  readonly writeIdle: (name: string) => string;
}

/** Defines the tests for debug sessions that no worker takes. */
export function testSessions({ fleet, errand, jsonOf, writeIdle }: Setup): void {
  test('lists the open debug sessions, and ends one', async () => {
    const created = await fleet().controlPlane.call('POST', '/api/v1/sessions', {
      url: fleet().site.url,
    });
    const { session } = created.body as { readonly session: { readonly session_id: string } };
    const { session_id: id } = session;
    expect(await jsonOf('sessions ls')).toMatchObject({
      sessions: [{ session_id: id, state: 'opening' }],
    });
    const listed = await errand('sessions ls');
    expect(listed.stdout).toMatch(/^SESSION +STATE +AGE +ENDS IN +BY +NEXT +PAGE\n/);
    expect(listed.stdout).toMatch(new RegExp(`\\n${id} +opening +[\\d.]+ s +60 min +k`));

    expect(await errand(`sessions end ${id}`)).toMatchObject({
      exitCode: 0,
      stdout: `Session ${id} has ended (closed).\n`,
    });
    expect(await jsonOf('sessions ls')).toEqual({ sessions: [] });
    const ended = { session_id: id, state: 'ended', end_reason: 'closed' };
    expect(await jsonOf('sessions ls --all')).toMatchObject({
      sessions: expect.arrayContaining([expect.objectContaining(ended)]),
    });
    expect(await jsonOf(`sessions end ${id}`)).toMatchObject(ended);
    expect(await errand(`try ${writeIdle('ended.json')} --session ${id}`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /has ended \(closed\): open another one\. errand try .*--keep\. \(debug-session-ended/,
      ),
    });
    expect((await errand(`sessions end ${id.replace(/^.{8}/, '00000000')}`)).exitCode).toBe(4);
  });

  test('says once in a pipe why a session waits', async () => {
    const path = writeIdle('waits.json');
    const notes: string[] = [];
    const trying = errand(`try ${path} note=x`, { onNote: (text) => notes.push(text) });
    const silent = errand(`try ${path} note=x --json`);
    await pollUntil('the wait is explained', async () => notes.length > 0);
    const { sessions } = await jsonOf('sessions ls');
    const ids = (sessions as { readonly session_id: string }[]).map((one) => one.session_id);
    expect(ids).toHaveLength(2);
    for (const id of ids) await errand(`sessions end ${id}`);
    const { exitCode, stderr } = await trying;
    expect({ exitCode, stderr: stderr.split('\n') }).toEqual({
      exitCode: 1,
      stderr: [
        expect.stringMatching(/^Session \S+ waits: No worker that .* errand sessions ls$/),
        expect.stringContaining('closed'),
        '',
      ],
    });
    // Standard error has only the document of the error.
    expect(JSON.parse((await silent).stderr)).toMatchObject({ error: { exit_code: 1 } });
  });
}
