import { randomUUID } from 'node:crypto';
import type { CDPSession, Page, Protocol } from 'puppeteer';
import { attachSession } from '../../page/browser/attach-session.ts';
import { prepareDocuments } from '../../page/pages/prepare-documents.ts';
import { prepareNewPages } from '../../page/pages/prepare-new-pages.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { SecretNote } from './secret-note.ts';
import { createTypedValues } from './typed-values.ts';

const BINDING_NAME = 'errandSecret';

type Secrets = Pick<RunSecrets, 'hide' | 'missSome'>;

/**
 * Hides the passwords and codes that a person types into the pages of a page's browser context,
 * until disposed. Their values go to the redactor of the run and nowhere else.
 */
export async function watchSecrets(page: Page, secrets: Secrets): Promise<AsyncDisposable> {
  await using owned = new AsyncDisposableStack();
  const ends: (() => Promise<void>)[] = [];
  const worldName = `errand-secrets-${randomUUID()}`;
  const prepare = (session: CDPSession) =>
    prepareDocuments(session, async (documents) => {
      ends.push(watchSession(documents, secrets));
      await putScript(documents, worldName);
    });
  owned.use(
    await prepareNewPages(page, { prepare, onAppear: () => undefined, onGone: () => undefined }),
  );
  for (const one of await page.browserContext().pages()) {
    const session = await attachSession(one);
    // A closed page no longer has a session.
    owned.defer(async () => void (await Promise.allSettled([session.detach()])));
    await prepare(session);
  }
  const resources = owned.move();
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(ends.map((end) => end()));
      await resources.disposeAsync();
    },
  };
}

/** Returns a function that asks for the last values. */
function watchSession(session: CDPSession, secrets: Secrets): () => Promise<void> {
  const typed = createTypedValues(secrets.hide);
  const documents = new Set<number>();
  session.on('Runtime.bindingCalled', (call: Protocol.Runtime.BindingCalledEvent) => {
    if (call.name !== BINDING_NAME) return;
    const { executionContextId: contextId } = call;
    const note = JSON.parse(call.payload) as SecretNote;
    if (note.kind === 'unseen') return secrets.missSome();
    documents.add(contextId);
    typed.note({ ...note, field: `${contextId} ${note.field}` });
  });
  return async () => {
    // A document that does not respond must not delay what is known.
    typed.end();
    const expression = 'errandReadSecrets()';
    const reads = [...documents].map((contextId) =>
      session.send('Runtime.evaluate', { expression, contextId }),
    );
    // Most documents are gone by now.
    await Promise.allSettled(reads);
    typed.end();
  };
}

async function putScript(session: CDPSession, worldName: string): Promise<void> {
  // Few tasks wait for a person.
  const { watchSecretsScript } = await import('./in-page/start-watching-secrets.generated.ts');
  await Promise.all([
    session.send('Runtime.enable'),
    session.send('Runtime.addBinding', { name: BINDING_NAME, executionContextName: worldName }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: watchSecretsScript,
      worldName,
      runImmediately: true,
    }),
  ]);
}
