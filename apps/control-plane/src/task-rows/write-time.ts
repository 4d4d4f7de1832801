/**
 * SQL that writes a time in the format of Date.toISOString, such as 2026-03-01T00:00:00.000Z. Null
 * stays null.
 */
export function writeTime(time: string): string {
  return `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
