import { serveVault, type VaultServer } from '../vaults/serve-vault.ts';

export interface TextMessage {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly at: Date;
}

/** Serves the read operations of Twilio's Messages API. Messages may be added later. */
export async function startTwilioServer({
  accountSid,
  authToken,
  messages,
}: {
  readonly accountSid: string;
  readonly authToken: string;
  readonly messages: readonly TextMessage[];
}): Promise<VaultServer> {
  const login = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  const account = `/2010-04-01/Accounts/${accountSid}`;
  return serveVault(({ method, url = '', headers }) => {
    const { pathname, searchParams } = new URL(url, 'https://api.twilio.com');
    if (headers.authorization !== `Basic ${login}`) {
      return { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 } };
    }
    if (method === 'GET' && pathname === `${account}.json`) {
      return { status: 200, body: { sid: accountSid, status: 'active' } };
    }
    if (method !== 'GET' || pathname !== `${account}/Messages.json`) {
      return { status: 404, body: { code: 20404, message: 'Not found', status: 404 } };
    }
    const since = searchParams.get('DateSent>') ?? '';
    const found = messages.filter(
      ({ from, to, at }) =>
        from === searchParams.get('From') &&
        to === searchParams.get('To') &&
        at.toISOString().slice(0, 10) >= since,
    );
    return { status: 200, body: { messages: found.map(writeMessage), page: 0, page_size: 100 } };
  });
}

function writeMessage({ from, to, body, at }: TextMessage, place: number) {
  const date = at.toUTCString().replace('GMT', '+0000');
  const times = { date_sent: date, date_created: date };
  return { sid: `SM${place}`, from, to, body, direction: 'inbound', status: 'received', ...times };
}
