import type { InputFile } from './input-file.ts';

/** Files that came with the task whose id the SQL expression gives, as a column `input_files`. SQL. */
export function inputFilesOf(taskId: string): string {
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'size', f.size, 'sha256', f.sha256)
    ORDER BY f.position), '[]') FROM input_files f WHERE f.task_id = ${taskId}) AS input_files`;
}

/** What that column holds. */
export interface WithInputFiles {
  readonly input_files: readonly InputFile[];
}

/** As all documents have it. */
export function writeInputFile({ name, size, sha256 }: InputFile): {
  name: string;
  size_bytes: number;
  sha256: string;
} {
  return { name, size_bytes: size, sha256 };
}
