/** Days after the end of a task; 0: forever. */
export interface RetentionPeriods {
  /** For tasks with everything that belongs to them. */
  readonly taskDays: number;
  /** For the files of tasks. */
  readonly fileDays: number;
}

/** What the operator set for one account. Null: the settings of the installation decide. */
export type OwnRetention = { readonly [Period in keyof RetentionPeriods]: number | null };

export interface AccountRetention {
  readonly own: OwnRetention;
  /** The periods that apply. */
  readonly effective: RetentionPeriods;
}
