/** Where a code is looked for, with the values of its placeholders. */
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
  /** Messages that arrived in this time are wanted. */
  readonly since: Date;
  readonly until: Date;
}

export interface ReceivedMessage {
  /** The same for the same message at every reading. */
  readonly messageId: string;
  readonly text: string;
  readonly receivedAt: Date;
}

/** Reads the messages that one-time codes come in. */
export interface MessageSource {
  /**
   * Throws `MessagesUnavailableError` when the place cannot be read now, or never; any other error fails the step. A
   * message that is answered may lie outside of the time asked for: the engine looks at it, too.
   */
  readonly read: (
    request: MessageRequest,
    signal: AbortSignal,
  ) => Promise<readonly ReceivedMessage[]>;
}
