/** How a mailbox is reached. */
export interface Mailbox {
  readonly emailAddress: string;
  readonly host: string;
  readonly port: number;
  /** Encrypted from the beginning, or by STARTTLS before anything is said. */
  readonly security: 'tls' | 'starttls';
  readonly username: string;
  readonly password: string;
}

/** Whole addresses, in any case. */
export interface MailSearch {
  readonly sender: string;
  readonly receiver: string;
}
