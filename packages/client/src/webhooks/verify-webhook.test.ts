import { describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { WebhookVerificationError } from '../errors.ts';
import { verifyWebhook, type Webhook } from './verify-webhook.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ task_id: 't', status: 'success', error: 'Zażółć 🎈' });
const id = 'msg_1';

/** Headers as the Standard Webhooks library signs them. */
function signed(text = body, { key = secret, at = new Date() } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Signer(key).sign(id, at, text),
  };
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
/** Returns the code of the error. */
const refusal = async (webhook: Webhook): Promise<string> =>
  verifyWebhook(webhook).then(
    () => 'accepted',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
  );

describe('accepts', () => {
  test('what the Standard Webhooks library signs, as text and as bytes', async () => {
    const result = JSON.parse(body);
    const headers = signed();
    expect(await verifyWebhook({ headers, body, secrets: secret })).toEqual(result);
    const bytes = Buffer.from(body);
    const fetched = { headers: new Headers(headers), body: bytes, secrets: [secret] };
    expect(await verifyWebhook(fetched)).toEqual(result);
  });

  test('either of two secrets and either of two signatures, during a rotation', async () => {
    const signature = `${signed(body, { key: other })['webhook-signature']} ${signed()['webhook-signature']}`;
    const headers = { ...signed(), 'webhook-signature': `v1a,AAAA v1,!! ${signature}` };
    for (const secrets of [[secret], [other], [other, secret]]) {
      expect(await verifyWebhook({ headers, body, secrets })).toMatchObject({ task_id: 't' });
    }
  });

  test('header names in any case, and times within the tolerance', async () => {
    const headers = Object.fromEntries(
      Object.entries(signed(body, { at: ago(290) })).map(([name, value]) => [
        name.toUpperCase(),
        value,
      ]),
    );
    expect(await verifyWebhook({ headers, body, secrets: secret })).toMatchObject({ task_id: 't' });
    const old = { headers: signed(body, { at: ago(900) }), body, secrets: secret };
    expect(await verifyWebhook({ ...old, toleranceSeconds: 1_000 })).toMatchObject({
      task_id: 't',
    });
  });
});

describe('refuses', () => {
  test('a body that was changed, truncated, extended or reserialised', async () => {
    const headers = signed();
    for (const changed of [
      body.replace('success', 'failed!'),
      body.slice(0, -1),
      `${body} `,
      '',
      JSON.stringify(JSON.parse(body), undefined, 1),
      body.normalize('NFD'),
    ]) {
      expect(await refusal({ headers, body: changed, secrets: secret })).toBe('no-match');
    }
  });

  test('the signature of another account, id or time, or none', async () => {
    expect(await refusal({ headers: signed(), body, secrets: other })).toBe('no-match');
    expect(
      await refusal({ headers: { ...signed(), 'webhook-id': 'msg_2' }, body, secrets: secret }),
    ).toBe('no-match');
    const later = { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) + 5) };
    expect(await refusal({ headers: later, body, secrets: secret })).toBe('no-match');
    for (const signature of ['v1,', 'v1,AAAA', 'v2,AAAA', ',', 'v1', `v1,${'A'.repeat(44)}`]) {
      const headers = { ...signed(), 'webhook-signature': signature };
      expect(await refusal({ headers, body, secrets: secret })).toBe('no-match');
    }
  });

  test.each([Number.NaN, -1, '300' as never, null as never])(
    'a tolerance of %p, which is not a limit',
    async (toleranceSeconds) => {
      const webhook = { headers: signed(body, { at: new Date(0) }), body, secrets: secret };
      expect(await refusal({ ...webhook, toleranceSeconds })).toBe(
        `TypeError: toleranceSeconds is ${toleranceSeconds}, but it must be a number of at least 0.`,
      );
    },
  );

  test('no secrets at all', async () => {
    expect(await refusal({ headers: signed(), body, secrets: [] })).toBe('no-match');
  });

  test('a callback that was recorded earlier, or is dated in the future', async () => {
    expect(await refusal({ headers: signed(body, { at: ago(301) }), body, secrets: secret })).toBe(
      'too-old',
    );
    expect(await refusal({ headers: signed(body, { at: ago(-310) }), body, secrets: secret })).toBe(
      'too-new',
    );
  });

  test.each(['1e9', '-1', 'NaN', '0x10', ' ', '1.5', '9'.repeat(30)])(
    'the time %j',
    async (time) => {
      const headers = { ...signed(), 'webhook-timestamp': time };
      expect(
        await refusal({ headers, body, secrets: secret, toleranceSeconds: Number.MAX_VALUE }),
      ).toBe('bad-header');
    },
  );

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'one without %s',
    async (name) => {
      const { [name]: _, ...headers }: Record<string, string> = signed();
      expect(await refusal({ headers, body, secrets: secret })).toBe('missing-header');
      expect(
        await refusal({ headers: { ...headers, [name]: ['a', 'b'] }, body, secrets: secret }),
      ).toBe('bad-header');
    },
  );

  test('an excess of signatures, in bounded time', async () => {
    const many = `${'v1,AAAA '.repeat(200_000)}${signed()['webhook-signature']}`;
    expect(
      await refusal({ headers: { ...signed(), 'webhook-signature': many }, body, secrets: secret }),
    ).toBe('no-match');
  });

  test('a signed body that is not JSON', async () => {
    expect(
      await refusal({ headers: signed('{"task_id":'), body: '{"task_id":', secrets: secret }),
    ).toBe('bad-body');
  });

  test('a parsed body and a wrong secret, naming the mistake but not the secret', async () => {
    const parsed = { headers: signed(), body: JSON.parse(body) as string, secrets: secret };
    await expect(verifyWebhook(parsed)).rejects.toThrow(/not a parsed object/);
    const wrong = { headers: signed(), body, secrets: 'swordfish' };
    await expect(verifyWebhook(wrong)).rejects.toThrow(/^A signing secret begins with whsec_ and/);
  });
});
