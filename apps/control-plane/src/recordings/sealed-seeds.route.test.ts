import { expect, test } from '@jest/globals';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, sealedOrder } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const seed = orderAutomation.parameters.secure_parameters.code[0]?.totp.totp_secret ?? '';
const PATH = '/api/v1/recordings';

const app = await useTestApp();
const worker = speakWorker(app);

async function create(endpoint_name: string): Promise<string> {
  const { body } = await app.post(PATH, { endpoint_name, automation: orderAutomation }).expect(201);
  return `${PATH}/${body.recording_id}`;
}

const read = async (path: string) => (await app.get(path).expect(200)).body.recording.automation;

/** Submits a task, claims it and asks for its code. */
async function codeOf(endpoint_name: string): Promise<string> {
  const input_parameters = { username: ['ann'], number: ['7'] };
  await app.post('/api/v1/inference', { endpoint_name, input_parameters }).expect(202);
  const lease = await worker.claim();
  expect(JSON.stringify(lease)).not.toMatch(new RegExp(`${seed}|sealed:`));
  const asked = { name: 'code', index: 0, origin: 'https://portal.example' };
  const { body } = await worker.report(lease, 'secrets', asked).expect(200);
  await worker.report(lease, 'fail', {
    error: { class: 'timeout', message: 'x', retry: 'never' },
  });
  return body.value;
}

// proves service: TOTP: seed in an automation
test('seals a stored seed, and creates codes with it', async () => {
  const path = await create('sealed');
  expect(await read(path)).toEqual(sealedOrder);
  const { rows } = await app.database.pool.query<{ found: number }>(
    'SELECT count(*)::int AS found FROM recording_versions WHERE automation::text LIKE $1',
    [`%${seed}%`],
  );
  expect(rows).toEqual([{ found: 0 }]);
  expect(await codeOf('sealed')).toMatch(/^\d{6}$/);
});

test('accepts a returned automation again: in place, in another recording, and by a rollback', async () => {
  const path = await create('again');
  const first = await read(path);
  const automation = { ...first, url: 'https://portal.example/other' };
  const { body } = await app
    .patch(path.replace('recordings', 'update_recording'), { automation })
    .expect(200);
  expect(body).toMatchObject({ version: 2, warnings: [] });
  expect(await read(path)).toEqual(automation);
  await app.post(PATH, { endpoint_name: 'copied', automation }).expect(201);
  await app.post(`${path}/rollback`, { version: 1 }).expect(200);
  expect(await read(path)).toEqual(first);
  const { body: old } = await app.get(`${path}/versions/2`).expect(200);
  expect(old.version.automation).toEqual(automation);
  for (const name of ['again', 'copied']) expect(await codeOf(name)).toMatch(/^\d{6}$/);
});

test('422 for a seed that another account sealed, or that was altered', async () => {
  const automation = await read(await create('mine'));
  const example = { endpoint_name: 'stolen', automation };
  const refused = await app.post(PATH, example).set('x-api-key', app.otherApiKey).expect(422);
  const place = ['parameters', 'secure_parameters', 'code', 0, 'totp', 'totp_secret'];
  expect(refused.body.detail).toEqual([
    {
      loc: ['body', 'automation', ...place],
      msg: 'automation.parameters.secure_parameters.code.0.totp.totp_secret was encrypted for another account, or with a key that no longer exists: specify the seed itself.',
      type: 'automation',
    },
  ]);
  const text = JSON.stringify(automation).replace(/.(?="\}\}\])/, '!');
  await app.post(PATH, { endpoint_name: 'changed', automation: JSON.parse(text) }).expect(422);
  const forged = JSON.stringify(automation).replace(/sealed:v1\.test/, 'sealed:v1.other');
  await app.post(PATH, { endpoint_name: 'forged', automation: JSON.parse(forged) }).expect(422);
});

test('returns a seed that was stored in plain text as sealed, and still creates codes with it', async () => {
  const path = await create('older');
  const data = { automation: orderAutomation };
  const where = { recordingId: path.split('/').at(-1) ?? '' };
  await app.database.prisma.recordingVersion.updateMany({ where, data });
  expect(await read(path)).toEqual(sealedOrder);
  expect(await codeOf('older')).toMatch(/^\d{6}$/);
});
