/** Filters of the list, as they appear in the URL. */
export interface RecordingFilters {
  readonly workspace_id?: string;
}

export function readRecordingFilters(search: Readonly<Record<string, unknown>>): RecordingFilters {
  const { workspace_id: id } = search;
  return typeof id === 'string' && id !== '' ? { workspace_id: id } : {};
}
