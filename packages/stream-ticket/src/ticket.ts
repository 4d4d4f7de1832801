/** `view`: look only; `control`: keys and pointer too, while the task waits for a person. */
export type ViewMode = 'view' | 'control';

/** What a ticket allows to whom. */
export interface TicketClaims {
  readonly taskId: string;
  readonly accountId: string;
  /** The API key that asked for the ticket. */
  readonly apiKeyId: string;
  /** Attempt of the task that may be watched; a later one needs a fresh ticket. */
  readonly leaseEpoch: number;
  readonly mode: ViewMode;
}

/** A ticket whose signature and times are good. Whether it was used before is for the control plane to say. */
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

/** From signing until the viewer has to be connected. */
export const TICKET_SECONDS = 60;

export const TICKET_ALGORITHM = 'ES256';
export const TICKET_ISSUER = 'errand';
export const TICKET_AUDIENCE = 'errand-stream';
