import { orderAutomation } from '../../testing/start-test-app.ts';
import { type Effect, type Effects, effectsOfBody, effectsOfQuery, seeCallback } from './effect.ts';
import { RECEIVER, type Scene, type Sent } from './open-scene.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
/** Sealing gives a different value every time. */
const SEALED = /sealed:v1[^"]+/g;
const login = { username: 'ann', password: 'p' };
const to = (members: object = {}) => ({ callback_url: { url: RECEIVER, ...members } });
const made = (members: object = {}) => ({
  endpoint_name: 'made',
  automation: orderAutomation,
  ...members,
});

async function readMembers(scene: Scene, id: string): Promise<unknown> {
  const { recording } = await scene.ask('get', `recordings/${id}`);
  const { recording_id: _, workspace_id: _workspace, created_at: _at, ...rest } = recording;
  const { versions } = await scene.ask('get', `recordings/${id}/versions`);
  const seen = { ...rest, updated_at: undefined, comment: versions[0].comment };
  return JSON.parse(JSON.stringify(seen).replaceAll(SEALED, 'sealed'));
}

async function idOfOrder(scene: Scene): Promise<string> {
  return (await scene.ask('get', 'get_recordings')).recordings[0].recording_id;
}

const seeCreated: Effect['see'] = async (scene, sent) =>
  readMembers(scene, (await scene.ask('post', 'recordings', sent)).recording_id);
const seeUpdated: Effect['see'] = async (scene, sent) => {
  const id = await idOfOrder(scene);
  await scene.ask('patch', `update_recording/${id}`, sent);
  return readMembers(scene, id);
};
const seeRestored: Effect['see'] = async (scene, sent) => {
  const id = await idOfOrder(scene);
  await scene.ask('post', `recordings/${id}/rollback`, sent);
  return readMembers(scene, id);
};
const seeSaved: Effect['see'] = async (scene, sent) => {
  await scene.ask('post', 'update_example', sent);
  return readMembers(scene, await idOfOrder(scene));
};
/** An unknown workspace is refused; an existing one accepts the recording. */
const seeStatusOf =
  (write: (scene: Scene, sent: Sent) => ReturnType<Scene['send']>): Effect['see'] =>
  async (scene, sent) =>
    (await write(scene, sent)).status;

const seeCallbackOfCreated: Effect['see'] = async (scene, sent) => {
  await scene.ask('post', 'recordings', sent);
  const taskId = await scene.submit({ endpoint_name: 'made' });
  await scene.ask('post', `tasks/${taskId}/cancel`);
  return seeCallback(scene);
};
const seeCallbackOfUpdated: Effect['see'] = async (scene, sent) => {
  await scene.ask('patch', `update_recording/${await idOfOrder(scene)}`, sent);
  await scene.ask('post', `tasks/${await scene.submit()}/cancel`);
  return seeCallback(scene);
};

const credentials = {
  'callback_url.api_key': [{}, { api_key: 'key' }],
  'callback_url.username': [login, { ...login, username: 'eve' }],
  'callback_url.password': [login, { ...login, password: 'q' }],
} as const;
const receivers = (more: object) =>
  Object.fromEntries(
    Object.entries(credentials).map(
      ([field, [without, changed]]) =>
        [
          field,
          [
            { ...more, ...to(without) },
            { ...more, ...to(changed) },
          ],
        ] as const,
    ),
  );

const mails = ['ops@example.com'];
const unchanged = { description: 'As it was.' };

export const recordingEffects: Effects = {
  ...effectsOfBody('createRecording', seeCreated, {
    description: [made(), made({ description: 'Orders.' })],
    callback_url: [made(), made(to())],
    notification_emails: [made(), made({ notification_emails: mails })],
    is_marketplace: [made(), made({ is_marketplace: true })],
    comment: [made(), made({ comment: 'First try.' })],
  }),
  ...effectsOfBody(
    'createRecording',
    seeStatusOf((scene, sent) => scene.send('post', 'recordings', sent)),
    { workspace_id: [made(), made({ workspace_id: UNKNOWN_ID })] },
  ),
  ...effectsOfBody('createRecording', seeCallbackOfCreated, receivers(made())),
  ...effectsOfBody('updateRecording', seeUpdated, {
    endpoint_name: [unchanged, { ...unchanged, endpoint_name: 'renamed' }],
    callback_url: [unchanged, { ...unchanged, ...to() }],
    description: [{ is_marketplace: false }, { is_marketplace: false, description: 'Orders.' }],
    notification_emails: [unchanged, { ...unchanged, notification_emails: mails }],
    is_marketplace: [unchanged, { ...unchanged, is_marketplace: true }],
    comment: [
      { automation: orderAutomation },
      { automation: orderAutomation, comment: 'New login.' },
    ],
  }),
  ...effectsOfBody(
    'updateRecording',
    seeStatusOf(async (scene, sent) =>
      scene.send('patch', `update_recording/${await idOfOrder(scene)}`, sent),
    ),
    {
      workspace_id: [unchanged, { ...unchanged, workspace_id: UNKNOWN_ID }],
      base_version: [unchanged, { ...unchanged, base_version: 9 }],
    },
  ),
  ...effectsOfBody('updateRecording', seeCallbackOfUpdated, receivers({})),
  ...effectsOfBody('updateExample', seeSaved, {
    description: [
      made({ endpoint_name: 'order' }),
      made({ endpoint_name: 'order', description: 'Orders.' }),
    ],
    comment: [
      made({ endpoint_name: 'order' }),
      made({ endpoint_name: 'order', comment: 'New login.' }),
    ],
  }),
  ...effectsOfBody(
    'updateExample',
    seeStatusOf((scene, sent) => scene.send('post', 'update_example', sent)),
    {
      base_version: [
        made({ endpoint_name: 'order' }),
        made({ endpoint_name: 'order', base_version: 9 }),
      ],
    },
  ),
  ...effectsOfBody(
    'rollBackRecording',
    seeStatusOf(async (scene, sent) =>
      scene.send('post', `recordings/${await idOfOrder(scene)}/rollback`, sent),
    ),
    { base_version: [{ version: 1 }, { version: 1, base_version: 9 }] },
  ),
  ...effectsOfBody('rollBackRecording', seeRestored, {
    comment: [{ version: 1 }, { version: 1, comment: 'Back.' }],
  }),
  ...effectsOfQuery(
    'deleteRecording',
    async (scene, sent) => {
      await scene.submit();
      return (await scene.send('delete', `recordings/${await idOfOrder(scene)}`, sent)).status;
    },
    { cancel_tasks: true },
  ),
  ...effectsOfQuery(
    'deleteRecording',
    async (scene, sent) => {
      const { body } = await scene.send('delete', `recordings/${await idOfOrder(scene)}`, sent);
      return body.message;
    },
    { delete_tasks: true },
  ),
};
