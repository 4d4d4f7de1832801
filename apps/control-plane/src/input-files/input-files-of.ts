/**
 * SQL for a column `input_files`: the files of the task whose id is the expression `taskId`, in the
 * form shared by all documents.
 */
export function inputFilesOf(taskId: string): string {
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'size_bytes', f.size, 'sha256', f.sha256)
    ORDER BY f.position), '[]') FROM input_files f WHERE f.task_id = ${taskId}) AS input_files`;
}
