/** A task in plain language, with its wire names. */
export interface AgentParams {
  readonly task: string;
  readonly max_steps: number;
  readonly use_vision: boolean;
  readonly keep_alive: boolean;
}
