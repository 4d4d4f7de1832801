/** `view`: read-only; `control`: also keyboard and pointer, while the task waits for a person. */
export type ViewMode = 'view' | 'control';

/** What a ticket grants, and to whom. */
export interface TicketClaims {
  readonly taskId: string;
  readonly accountId: string;
  /** The API key that requested the ticket. */
  readonly apiKeyId: string;
  /** Attempt of the task that may be watched; a later one needs a fresh ticket. */
  readonly leaseEpoch: number;
  readonly mode: ViewMode;
}

/**
 * A ticket with a valid signature and times. The control plane checks whether it was used before.
 */
export interface StreamTicket extends TicketClaims {
  /** Different for every ticket. */
  readonly jti: string;
  readonly expiresAt: Date;
}

export interface SignedTicket {
  /** The JWT. A credential: never log it. */
  readonly ticket: string;
  readonly jti: string;
  readonly expiresAt: Date;
}

/** Time between signing and the viewer's connection. */
export const TICKET_SECONDS = 60;

export const TICKET_ALGORITHM = 'ES256';
export const TICKET_ISSUER = 'errand';
export const TICKET_AUDIENCE = 'errand-stream';
