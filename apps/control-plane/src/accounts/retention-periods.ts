/** Days after the end of a task; 0: forever. */
export interface RetentionPeriods {
  /** How long tasks are kept, with everything that belongs to them. */
  readonly taskDays: number;
  /** How long the files of tasks are kept. */
  readonly fileDays: number;
}

/** What the operator set for one account. Null: the settings of the installation decide. */
export type OwnRetention = { readonly [Period in keyof RetentionPeriods]: number | null };

export interface AccountRetention {
  readonly own: OwnRetention;
  /** The periods that apply. */
  readonly effective: RetentionPeriods;
}
