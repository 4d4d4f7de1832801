/** Where to look for a code, with its placeholders bound. */
export type CodePlace =
  | {
      readonly type: 'email_two_fa_action';
      readonly receiver_email_address: string;
      readonly sender_email_address: string;
      readonly integration_email_address?: string;
    }
  | {
      readonly type: 'slack_two_fa_action';
      readonly slack_workspace_domain: string;
      readonly channel_name: string;
      readonly sender_name: string;
    }
  | {
      readonly type: 'sms_two_fa_action';
      readonly from_number: string;
      readonly to_number: string;
    };

export interface MessageRequest {
  readonly place: CodePlace;
  /** Only messages received in this period count. */
  readonly since: Date;
  readonly until: Date;
}

export interface ReceivedMessage {
  /** Stable: every read returns the same id for the same message. */
  readonly messageId: string;
  readonly text: string;
  readonly receivedAt: Date;
}

/** Reads the messages that carry one-time codes. */
export interface MessageSource {
  /**
   * Throws `MessagesUnavailableError` if the source cannot be read, now or ever; any other
   * error fails the step. A returned message may lie outside the requested period; the engine
   * checks that too.
   */
  readonly read: (
    request: MessageRequest,
    signal: AbortSignal,
  ) => Promise<readonly ReceivedMessage[]>;
}
