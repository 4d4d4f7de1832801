import { dataOf } from '@errand/client';
import { defineCommand } from '../command/define-command.ts';
import { describeKey } from './describe-key.ts';

export const whoami = defineCommand({
  name: 'whoami',
  summary: 'Shows the account and the API key, and where both come from.',
  async run({ errand, connection, print, terminal }) {
    const { signal } = terminal;
    const me = await dataOf(errand().api.GET('/api/v1/me', { signal }));
    const { url, source } = connection();
    const { running, may_run: mayRun, waiting } = me.tasks;
    print.result({ ...me, url, source }, () =>
      [
        describeKey(me),
        `at ${url}, from ${source}`,
        `tasks: ${running} running${mayRun === null ? '' : ` of at most ${mayRun}`}, ${waiting} waiting`,
      ].join('\n'),
    );
  },
});
