import { type CDPSession, CDPSessionEvent } from 'puppeteer';

/** Holds back calls of these methods in all sessions that attach from now on, until it is called. */
export function holdCalls(session: CDPSession, methods: readonly string[]): () => void {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  session.connection()?.on(CDPSessionEvent.SessionAttached, (attached) => {
    const send = attached.send.bind(attached);
    attached.send = async (...parameters) => {
      if (methods.includes(parameters[0])) await released;
      return send(...parameters);
    };
  });
  return resolve;
}

/** Opens a tab in the same browser context, as a person would, and returns its ID. */
export async function openTab(session: CDPSession, url: string): Promise<string> {
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { browserContextId } = targetInfo;
  const { targetId } = await session.send('Target.createTarget', {
    url,
    ...(browserContextId !== undefined && { browserContextId }),
  });
  return targetId;
}
