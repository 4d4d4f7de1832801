import { type Effect, type Effects, effectsOfBody } from './effect.ts';
import type { Scene } from './open-scene.ts';

type Body = Readonly<Record<string, unknown>>;

const box = { email_address: 'codes@acme.example', host: 'imap.acme.example', password: 'p' };
const settings: Readonly<Record<string, readonly [usual: object, other: Body]>> = {
  onepassword: [{ token: 't' }, { connect_url: 'https://connect.acme.example' }],
  aws_secrets_manager: [{ access_key_id: 'AKIA1', secret_access_key: 's' }, {}],
  mailbox: [box, { port: 1993, security: 'starttls', username: 'codes' }],
  slack: [{ workspace_domain: 'acme', token: 't' }, {}],
  sms: [{ account_sid: `AC${'0'.repeat(32)}`, auth_token: 't' }, {}],
};

/** The integrations as the account sees them. */
async function seeAll(scene: Scene): Promise<unknown> {
  const { integrations } = await scene.ask('get', 'integrations');
  return integrations.map((each: Body) => [each['kind'], each['name'], each['settings']]);
}

const seeCreated: Effect['see'] = async (scene, { body }) => {
  await scene.send('post', 'integrations', { body: { name: 'a', ...body } });
  return seeAll(scene);
};

/** An account can have only one integration of a kind, so the existing one is changed. */
const seeUpdated =
  (kind: string): Effect['see'] =>
  async (scene, { body }) => {
    const [usual] = settings[kind] ?? [{}];
    const before = kind === 'mailbox' ? { ...usual, port: 7, username: 'u' } : usual;
    const { integration } = await scene.ask('post', 'integrations', {
      body: { name: 'a', [kind]: { ...before, ...(kind === 'slack' ? { token: 'old' } : {}) } },
    });
    const { status, body: answer } = await scene.send(
      'patch',
      `integrations/${integration.integration_id}`,
      { body: body ?? {} },
    );
    return [status, answer.integration?.updated_at !== undefined, await seeAll(scene)];
  };

const secrets: Readonly<Record<string, string>> = {
  onepassword: 'token',
  aws_secrets_manager: 'secret_access_key',
  mailbox: 'password',
  slack: 'token',
  sms: 'auth_token',
};

const seeSecret =
  (kind: string): Effect['see'] =>
  async (scene, { body }) => {
    const made = { name: 'a', [kind]: settings[kind]?.[0] };
    const { integration } = await scene.ask('post', 'integrations', { body: made });
    const id: string = integration.integration_id;
    await scene.ask('patch', `integrations/${id}`, { body: body ?? {} });
    return scene.openIntegration(id);
  };

export const integrationEffects: Effects = {
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([kind, [usual, more]]) => [
      ...Object.entries({
        ...effectsOfBody('createIntegration', seeCreated, {
          [kind]: [{ name: 'a' }, { name: 'a', [kind]: usual }],
        }),
        ...effectsOfBody('updateIntegration', seeUpdated(kind), {
          [kind]: [{}, { [kind]: usual }],
        }),
      }),
      ...Object.entries(more).flatMap(([member, value]) => {
        const pair = [{ [kind]: usual }, { [kind]: { ...usual, [member]: value } }] as const;
        const named = pair.map((body) => ({ name: 'a', ...body }));
        const [without = {}, changed = {}] = named;
        return Object.entries({
          ...effectsOfBody('createIntegration', seeCreated, {
            [`${kind}.${member}`]: [without, changed],
          }),
          ...effectsOfBody('updateIntegration', seeUpdated(kind), {
            [`${kind}.${member}`]: pair,
          }),
        });
      }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(secrets).flatMap(([kind, secret]) => {
      const usual: Body = { ...settings[kind]?.[0] };
      const { [secret]: _secret, ...kept } = usual;
      const pair = [{ [kind]: kept }, { [kind]: { ...kept, [secret]: 'new' } }] as const;
      const see = seeSecret(kind);
      return Object.entries(
        effectsOfBody('updateIntegration', see, { [`${kind}.${secret}`]: pair }),
      );
    }),
  ),
  ...effectsOfBody('updateIntegration', seeUpdated('slack'), {
    name: [{ slack: settings['slack']?.[0] }, { slack: settings['slack']?.[0], name: 'b' }],
  }),
};
