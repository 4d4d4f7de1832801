/** Kinds of files for people who inspect a task; every other file of a run is a download. */
export const INSPECTED_KINDS: readonly string[] = ['evidence', 'trace'];
