import { createMailbox, type Mailbox } from './state/mailbox.ts';
import { createOrderStore, type OrderStore } from './state/order-store.ts';
import { createReportStore, type ReportStore } from './state/report-store.ts';
import { createSessionStore, type SessionStore } from './state/session-store.ts';

export interface SampleSiteOptions {
  /** A login ends the same account's other sessions. Default false. */
  readonly singleSessionPerLogin?: boolean;
  /** Origin that serves the verification frame, such as a second sample site. Default: this site. */
  readonly embeddedOrigin?: string;
  /** The site's date, shown on orders placed and documents made. Default 2026-03-02. */
  readonly today?: string;
  /** How long saving an order takes. Default 300. */
  readonly saveDelayMs?: number;
  /** How long an export or a report takes. Default 300. */
  readonly exportDelayMs?: number;
  /** Receives each sign-in code that the site would mail. Default: kept, see the mailbox page. */
  readonly onSignInCode?: (message: { readonly to: string; readonly code: string }) => void;
}

/** What the pages of one running site share. */
export interface Site {
  readonly options: Required<Omit<SampleSiteOptions, 'onSignInCode'>>;
  readonly sessions: SessionStore;
  readonly orders: OrderStore;
  readonly reports: ReportStore;
  readonly mailbox: Mailbox;
}

export function createSite({ onSignInCode, ...options }: SampleSiteOptions): Site {
  const complete = {
    singleSessionPerLogin: false,
    today: '2026-03-02',
    saveDelayMs: 300,
    exportDelayMs: 300,
    ...options,
    embeddedOrigin: originOf(options.embeddedOrigin),
  };
  return {
    options: complete,
    sessions: createSessionStore(complete),
    orders: createOrderStore(),
    reports: createReportStore(),
    mailbox: createMailbox(onSignInCode),
  };
}

function originOf(url: string | undefined): string {
  return url === undefined || url === '' ? '' : new URL(url).origin;
}
