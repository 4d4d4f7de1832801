import type { InputFile } from './input-file.ts';

/** SQL of a column `input_files`: the files of the task whose id the expression `taskId` gives. */
export function inputFilesOf(taskId: string): string {
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'size', f.size, 'sha256', f.sha256)
    ORDER BY f.position), '[]') FROM input_files f WHERE f.task_id = ${taskId}) AS input_files`;
}

/** The type of that column. */
export interface WithInputFiles {
  readonly input_files: readonly InputFile[];
}

/** The form that all documents share. */
export function writeInputFile({ name, size, sha256 }: InputFile): {
  name: string;
  size_bytes: number;
  sha256: string;
} {
  return { name, size_bytes: size, sha256 };
}
