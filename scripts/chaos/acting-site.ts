import { listen } from '@errand/app-runtime';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { HistoryLine } from '../history/history.ts';

export interface ActingSite extends AsyncDisposable {
  readonly url: string;
}

/**
 * A site to automate. Its only page has a form that acts for a task: the visible side effect of an
 * attempt. Every page has a unique token, which an act carries and the receipt shows.
 */
export async function startActingSite(write: (line: HistoryLine) => void): Promise<ActingSite> {
  const issued = new Set<string>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.method !== 'POST') {
      const token = randomUUID();
      issued.add(token);
      response.end(writePage(token));
      return;
    }
    const form = new URLSearchParams(await text(request));
    const token = form.get('token') ?? '';
    if (!issued.has(token)) {
      response.writeHead(403).end('This is not one of the test pages.');
      return;
    }
    write({
      type: 'act',
      at: Date.now(),
      ref: form.get('ref') ?? '',
      token,
      phase: form.get('phase') === 'ended' ? 'ended' : 'began',
      pid: numberOf(form.get('pid')),
      epoch: numberOf(form.get('epoch')),
    });
    response.end(writePage(token, form.get('ref') ?? ''));
  };
  return listen(
    (request, response) => {
      // The worker was killed during the request.
      answer(request, response).catch(() => response.destroy());
    },
    { port: 0, host: '127.0.0.1', setting: 'the site' },
  );
}

function numberOf(value: string | null): number | null {
  return value === null || value === '' ? null : Number(value);
}

function writePage(token: string, ref = ''): string {
  const receipt = ref.replaceAll(/[^\w-]/g, '');
  return `<!doctype html><title>Desk</title><form method="post">
    <input type="hidden" name="token" value="${token}">
    <label>Reference <input name="ref" value="${receipt}"></label>
    <button name="phase" value="began">Begin</button>
    <button name="phase" value="ended">Finish</button></form>
    <p id="receipt">${receipt}</p>`;
}
