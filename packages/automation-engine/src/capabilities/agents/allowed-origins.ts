/** Where an agent may go and act. */
export interface OriginList {
  /** Whether the address belongs to one of the origins. */
  readonly has: (url: string) => boolean;
  readonly origins: readonly string[];
}
