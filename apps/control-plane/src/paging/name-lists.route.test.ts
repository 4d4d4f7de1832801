import { expect, test } from '@jest/globals';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

const schedule = { cron: '0 7 * * *', timezone: 'Europe/Berlin', task: orderSubmission };
const mailbox = { host: 'imap.acme.example', password: 'p' };

// The longest cursor that a name can have: 200 characters of four bytes each.
test.each([
  ['workspaces', 'workspaces', (name: string) => ({ name })],
  ['schedules', 'schedules', (name: string) => ({ name, ...schedule })],
  [
    'integrations',
    'integrations',
    (name: string, index: number) => ({
      name,
      mailbox: { ...mailbox, email_address: `box${index}@acme.example` },
    }),
  ],
  [
    'recordings',
    'get_recordings',
    (name: string) => ({ endpoint_name: name, automation: orderAutomation }),
  ],
])('200 continues lists of %s after the longest names', async (kind, list, write) => {
  const names = ['😀', '😁', '😂'].map((last) => '😀'.repeat(199) + last);
  for (const [index, name] of names.entries()) {
    await app.post(`/api/v1/${kind}`, write(name, index)).expect(201);
  }
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await app.get(`/api/v1/${list}?limit=1${more}`).expect(200);
    seen.push(body[kind][0].name ?? body[kind][0].endpoint_name);
    cursor = body.next_cursor;
  }
  expect(seen.filter((name) => name.startsWith('😀'))).toEqual(names);
});
