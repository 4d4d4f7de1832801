import { settlesWithin } from '../../deadline.ts';
import type { WatchedPage } from './watched-page.ts';

const ANSWER_TIMEOUT_MS = 5000;

/**
 * Whether the page is at the address, ignoring a slash at the end of the path, and still runs
 * scripts.
 */
export async function showsAddress(
  { page, ping }: WatchedPage,
  url: string,
  signal: AbortSignal,
): Promise<boolean> {
  const address = comparable(url);
  if (address === undefined || comparable(page.url()) !== address) return false;
  let isAnswered = false;
  const answer = ping().then(
    () => (isAnswered = true),
    () => undefined,
  );
  await settlesWithin(answer, ANSWER_TIMEOUT_MS, signal);
  return isAnswered;
}

function comparable(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  return JSON.stringify([url.origin, url.pathname.replace(/\/$/, ''), url.search, url.hash]);
}
