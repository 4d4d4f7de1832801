import { z } from 'zod';
import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';

const page = z.object({ tasks: z.array(z.object({ task_id: z.string() })) });

/** After everything has settled, an account's list has each of its tasks once and no others. */
export function checkLists(history: History): Violation[] {
  const pages = history
    .of('request')
    .filter(({ operation, answer }) => operation === 'list' && answer === 200);
  const submits = history.of('submit');
  const accounts = new Map(submits.map(({ ref, account }) => [ref, account]));
  // Includes tasks whose submission got no response.
  const owners = new Map(
    history.of('task').map(({ taskId, ref }) => [taskId, accounts.get(ref ?? '')]),
  );
  return [...Map.groupBy(pages, ({ account }) => account)].flatMap(([account, ofAccount]) => {
    const listed = ofAccount.flatMap(({ answerBody }) => page.parse(answerBody).tasks);
    const ids = listed.map(({ task_id }) => task_id);
    const seen = new Set(ids);
    const own = new Set(
      submits.flatMap((line) => (line.account === account ? (line.taskId ?? []) : [])),
    );
    const wrong = [
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} twice`),
      ...[...own].filter((id) => !seen.has(id)).map((id) => `not ${id}`),
      ...ids.filter((id) => owners.get(id) !== account).map((id) => `${id}, which is not its own`),
    ];
    return wrong.map((what) => ({
      rule: 'list-wrong',
      text: `The list of account ${account} has ${what}.`,
    }));
  });
}
