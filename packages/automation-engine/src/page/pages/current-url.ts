import type { PageTracker } from './page-tracker.ts';

interface OnPages {
  readonly pages: PageTracker;
}

/** Address of the current page; empty when no page is left. */
export function currentUrl({ pages }: OnPages): string {
  return pages.count > 0 ? pages.current().page.url() : '';
}

/** HTTP status of the document that the current page shows, if it has one. */
export function currentStatus({ pages }: OnPages): { readonly httpStatus?: number } {
  const httpStatus = pages.count > 0 ? pages.current().httpStatus() : undefined;
  return httpStatus === undefined ? {} : { httpStatus };
}
