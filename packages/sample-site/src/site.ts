import { createMailbox, type Mailbox } from './state/mailbox.ts';
import { createOrderStore, type OrderStore } from './state/order-store.ts';
import { createReportStore, type ReportStore } from './state/report-store.ts';
import { createSessionStore, type SessionStore } from './state/session-store.ts';

export interface SampleSiteOptions {
  /** Whether a login ends the account's other sessions. Default false. */
  readonly singleSessionPerLogin?: boolean;
  /**
   * Origin that serves the verification frame, such as a second sample site. Default: this site.
   */
  readonly embeddedOrigin?: string;
  /** Date shown on placed orders and generated documents. Default 2026-03-02. */
  readonly today?: string;
  /** Duration of saving an order, in milliseconds. Default 300. */
  readonly saveDelayMs?: number;
  /** Duration of an export or a report, in milliseconds. Default 300. */
  readonly exportDelayMs?: number;
  /**
   * Receives each sign-in code that the site would email. Default: codes appear on the mailbox
   * page.
   */
  readonly onSignInCode?: (message: { readonly to: string; readonly code: string }) => void;
}

/** State shared by the pages of one running site. */
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
