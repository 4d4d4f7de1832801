import { onTrusted, report } from './report.ts';

/** Reports whether the person or a page closes this tab. */
export function followClosing(): void {
  if (window !== window.top) return;
  let isAsked = false;
  onTrusted('beforeunload', () => {
    isAsked = true;
    // Runs at once, unless a script of this process is calling window.close().
    queueMicrotask(() => {
      if (window.closed) report({ kind: 'left', isByPage: true });
    });
  });
  onTrusted('pagehide', () => {
    // Only the person makes the browser ask; an opener in another process does not.
    report({ kind: 'left', isByPage: !isAsked && hasOpenerElsewhere() });
  });
}

/** An opener that this document may not read can be in another process. */
function hasOpenerElsewhere(): boolean {
  const opener: Window | null = window.opener;
  try {
    return opener !== null && !opener.document;
  } catch {
    return true;
  }
}
