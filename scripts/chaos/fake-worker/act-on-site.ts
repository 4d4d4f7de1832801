/** The page with a form that acts: see acting-site.ts. */
export interface SitePage {
  readonly act: (phase: 'began' | 'ended') => Promise<void>;
}

/** Opens the site's page as a browser would, for the task that the client names `ref`. */
export async function openSitePage(
  siteUrl: string,
  attempt: { readonly ref: string; readonly epoch: number },
  signal: AbortSignal,
): Promise<SitePage> {
  const page = await (await fetch(siteUrl, { signal })).text();
  const token = /name="token" value="([^"]*)"/.exec(page)?.[1] ?? '';
  return {
    async act(phase) {
      const form = {
        token,
        ref: attempt.ref,
        phase,
        pid: String(process.pid),
        epoch: String(attempt.epoch),
      };
      const body = new URLSearchParams(form);
      const response = await fetch(siteUrl, { method: 'POST', body, signal });
      if (!response.ok) throw new Error(`The site returned ${response.status}.`);
      await response.text();
    },
  };
}
