import { describe, expect, test } from '@jest/globals';
import { linesOf, type Ran } from './run-in-process.ts';

interface Setup {
  readonly errand: (args: string) => Promise<Ran>;
  readonly jsonOf: (args: string) => Promise<Record<string, unknown>>;
  /** Returns the path of a new file. */
  readonly write: (name: string, content: string) => string;
}

/** Defines the tests for a run per row of a CSV file. */
export function testRows({ errand, jsonOf, write }: Setup): void {
  describe('rows of a CSV file', () => {
    test('are submitted once, however often the file is run or corrected', async () => {
      const path = write('orders.csv', '\uFEFFnote;other\n"a;""b""";\nc;d\n\ne;f\n');
      const refused = await errand(`run idle --csv ${path} --json`);
      expect(refused.exitCode).toBe(1);
      const reasons = linesOf(refused.stdout).map(({ error }) => String(error));
      expect(reasons.map((reason) => /contains "other"/.test(reason))).toEqual([true, true, true]);
      const good = write('good.csv', 'note,note\n"a,""b""",\nc,d\n');
      const submitted = await errand(`run idle --csv ${good} --json`);
      expect(submitted.exitCode).toBe(0);
      const rows = linesOf(submitted.stdout).toSorted(
        (a, b) => Number(a['row']) - Number(b['row']),
      );
      const again = linesOf((await errand(`run idle --csv ${good} --json`)).stdout);
      expect(new Set(again.map((row) => row['task_id']))).toEqual(
        new Set(rows.map((row) => row['task_id'])),
      );
      expect(again.map((row) => row['is_replayed'])).toEqual([true, true]);
      expect(await jsonOf(`tasks show ${String(rows[0]?.['task_id'])}`)).toMatchObject({
        input_parameters: { note: ['a,"b"'] },
      });
      expect(await jsonOf(`tasks show ${String(rows[1]?.['task_id'])}`)).toMatchObject({
        input_parameters: { note: ['c', 'd'] },
      });
      write('good.csv', 'note,note\nc,d\ne,\n"a,""b""",\n');
      const rerun = linesOf((await errand(`run idle --csv ${good} --json`)).stdout);
      expect(rerun.map((row) => row['is_replayed'])).toEqual([true, false, true]);
      expect((await errand(`run nowhere --csv ${good}`)).exitCode).toBe(4);
      const more = linesOf((await errand(`run idle --csv ${good} --file ${path} --json`)).stdout);
      expect(more.map((row) => row['status'])).toEqual(['refused', 'refused', 'refused']);
      expect(more[1]?.['error']).toMatch(/^An earlier run had other .* --idempotency-key KEY runs/);
      const other = `run idle --csv ${good} --file ${path} --idempotency-key other --json`;
      const added = linesOf((await errand(other)).stdout);
      const repeated = linesOf((await errand(other)).stdout);
      expect(repeated).toEqual(added.map((row) => ({ ...row, is_replayed: true })));
      const gap = write('gap.csv', 'note\none\n""\n');
      const filled = linesOf((await errand(`run idle note=common --csv ${gap} --json`)).stdout);
      const notes = await Promise.all(
        filled.map(async ({ task_id: id }) => jsonOf(`tasks show ${String(id)}`)),
      );
      expect(notes.map(({ input_parameters: inputs }) => inputs)).toEqual(
        expect.arrayContaining([{ note: ['one'] }, { note: ['common'] }]),
      );
    });
  });
}
