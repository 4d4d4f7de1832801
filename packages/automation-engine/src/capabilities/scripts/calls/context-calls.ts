import { abortable, type JsonValue } from '@errand/foundation';
import { z } from 'zod';
import type { NetworkCall } from '../../../page/pages/network-call.ts';
import { createTabs } from '../../../page/pages/tabs.ts';
import { type CallTable, defineCall, shortText } from '../define-call.ts';
import type { ScriptWorld } from '../script-world.ts';

const nothing = z.strictObject({});
const LONGEST_BODY = 100_000;
const MOST_CALLS = 50;

/** What a script can do with the pages as a whole. */
export const contextCalls: CallTable = {
  'context.pages': defineCall(nothing, async ({ run, signal, idOf }) => {
    await run.pages.settle(signal);
    return run.pages.open().map(idOf);
  }),
  'context.current_page': defineCall(nothing, async ({ run, signal, idOf }) => {
    await run.pages.settle(signal);
    return idOf(run.pages.current());
  }),
  'context.new_page': defineCall(nothing, async ({ run, signal, idOf }) => {
    const context = run.pages.current().page.browserContext();
    await abortable(context.newPage(), signal);
    await run.pages.settle(signal);
    return idOf(run.pages.current());
  }),
  'context.cookies': defineCall(
    z.strictObject({ urls: z.array(shortText()).max(100).nullable() }),
    async ({ run, signal }, { urls }) => {
      const context = run.pages.current().page.browserContext();
      const cookies = await abortable(context.cookies(), signal);
      const hosts = urls?.map((url) => URL.parse(url)?.hostname ?? '');
      const wanted = cookies.filter(({ domain }) => !hosts || hosts.some(isOf(domain)));
      return wanted.map(({ name, value, domain, path, expires, httpOnly, secure }) => {
        return { name, value, domain, path, expires, httpOnly: httpOnly ?? false, secure };
      });
    },
  ),
  'context.close_current_tab': defineCall(nothing, async ({ run, signal }) => {
    await createTabs({ ...run, signal }).closeCurrent();
  }),
  'context.switch_tab': defineCall(
    z.strictObject({ index: z.number().int() }),
    ({ run, signal }, { index }) => createTabs({ ...run, signal }).switchTo(index),
  ),
  'context.network_calls': defineCall(nothing, ({ run }) =>
    Promise.all(run.network.calls().slice(-MOST_CALLS).map(describeCall)),
  ),
  log: defineCall(
    z.strictObject({
      message: z.string().max(10_000),
      level: z.enum(['debug', 'info', 'warning', 'error']),
    }),
    ({ log }: ScriptWorld, { message, level }) => {
      log(level === 'info' ? message : `${level}: ${message}`);
      return Promise.resolve();
    },
  ),
};

function isOf(domain: string): (host: string) => boolean {
  const bare = domain.replace(/^\./, '');
  return (host) => host === bare || (domain.startsWith('.') && host.endsWith(`.${bare}`));
}

async function describeCall(call: NetworkCall): Promise<JsonValue> {
  const response = call.response();
  const body = call.isOpen ? undefined : await call.responseBody();
  const isText = body?.kind === 'body';
  return {
    url: call.url,
    method: call.method,
    status: response?.status ?? null,
    request_headers: call.requestHeaders(),
    response_headers: response?.headers ?? null,
    body: isText ? new TextDecoder().decode(body.content).slice(0, LONGEST_BODY) : null,
  };
}
