import { expect, test } from '@jest/globals';
import { deskAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/inference';
const deskSubmission = {
  ...orderSubmission,
  endpoint_name: 'desk',
  rdp_parameter: { host: 'desk.example:3390', username: 'ann', password: 'rdp-secret' },
};

const app = await useTestApp();

test('202 stores a remote desktop sealed', async () => {
  await saveDesk();
  const { body } = await app.post(PATH, deskSubmission).expect(202);
  const task = await app.database.prisma.task.findUniqueOrThrow({ where: { id: body.task_id } });
  expect(task.rdpParameter).toMatch(/^v1\./);
  const { text } = await app.get(`/api/v1/tasks/${body.task_id}`).expect(200);
  expect(text).not.toMatch(/rdp-secret|desk\.example/);
});

test('400 for a remote desktop that the task cannot have, or lacks', async () => {
  await saveDesk();
  await saveDesk({ url: ' ' }, 'desk-only');
  const { rdp_parameter: _, ...without } = deskSubmission;
  const cases = [
    [{ ...deskSubmission, endpoint_name: 'order' }, /"order", whose browser_channel is "chromium"/],
    [{ ...deskSubmission, use_proxy: true }, /use_proxy is for browsers/],
    [{ ...deskSubmission, is_dedicated: true }, /leave is_dedicated out/],
    [
      { ...without, endpoint_name: 'desk-only' },
      /"desk-only" has .* no url: specify rdp_parameter/,
    ],
  ] as const;
  for (const [submission, message] of cases) {
    const { body } = await app.post(PATH, submission).expect(400);
    expect(body).toEqual({ success: false, message: expect.stringMatching(message) });
  }
  await app.post(PATH, without).expect(202);
});

test.each([
  ['host', 'desk:port', 'pattern'],
  ['host', 'desk /p:x', 'pattern'],
  ['username', '', 'minLength'],
  ['password', 'two\nlines', 'pattern'],
  ['password', 'p'.repeat(257), 'maxLength'],
])('422 for a remote desktop with an invalid %s: %j', async (field, value, type) => {
  await saveDesk();
  const rdp_parameter = { ...deskSubmission.rdp_parameter, [field]: value };
  const { body } = await app.post(PATH, { ...deskSubmission, rdp_parameter }).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['body', 'rdp_parameter', field], type });
});

test('422 does not reveal the password that it refuses', async () => {
  const rdp_parameter = { ...deskSubmission.rdp_parameter, password: 'two\nlines' };
  const { text } = await app.post(PATH, { ...deskSubmission, rdp_parameter }).expect(422);
  expect(text).not.toMatch(/two|lines/);
});

async function saveDesk(more: object = {}, endpointName = 'desk'): Promise<void> {
  const automation = { ...deskAutomation, ...more };
  await app.dependencies.recordings.save(app.accountId, { endpointName, automation });
}
