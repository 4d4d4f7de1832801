/** How to reach a mailbox. */
export interface Mailbox {
  readonly emailAddress: string;
  readonly host: string;
  readonly port: number;
  /** Implicit TLS, or STARTTLS before any other command. */
  readonly security: 'tls' | 'starttls';
  readonly username: string;
  readonly password: string;
}

/** Complete addresses; case is ignored. */
export interface MailSearch {
  readonly sender: string;
  readonly receiver: string;
}
