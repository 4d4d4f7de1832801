import { lazyRouteComponent } from '@tanstack/react-router';

/** The code of a page did not arrive: the server is unreachable, or an update has replaced it. */
export class PageNotLoadedError extends Error {
  /** Fetches the code once more. Resolves even if it fails again. */
  readonly fetchAgain: () => Promise<void>;

  constructor(fetchAgain: () => Promise<void>, options: ErrorOptions) {
    super('The code of this page could not be loaded.', options);
    this.name = new.target.name;
    this.fetchAgain = fetchAgain;
  }
}

/**
 * A page whose code is fetched when it is first needed. It never reloads the tab, as the router
 * would: without a server, the tab would become the browser's error page and lose a draft.
 */
export function lazyPage<Code extends object, Name extends keyof Code & string>(
  load: () => Promise<Code>,
  name: Name,
) {
  const page = lazyRouteComponent<Code, Name>(async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PageNotLoadedError(async () => page.preload?.(), { cause });
    }
  }, name);
  return page;
}
