// These statements compare rows with `swept_objects`, a temporary table of all stored objects.

/**
 * Fills `swept_orphans`. $1: start of the sweep; $2: minimum age in hours. An upload is in use only
 * while its task is open. Objects below a pending prefix are left to another pass or become used.
 */
export const FIND_ORPHANS = `
  INSERT INTO swept_orphans
  SELECT o.key, o.size FROM swept_objects o
  WHERE o.written_at < $1::timestamptz - make_interval(secs => $2::float8 * 3600)
    AND NOT EXISTS (SELECT FROM artifacts a WHERE a.object_key = o.key)
    AND NOT EXISTS (
      SELECT FROM artifacts a JOIN tasks t ON t.id = a.task_id
      WHERE o.key LIKE 'uploads/%' AND a.object_key = substr(o.key, length('uploads/') + 1)
        AND t.status IN ('queued', 'allocated', 'running'))
    AND NOT EXISTS (
      SELECT FROM input_files f JOIN tasks t ON t.id = f.task_id
      WHERE f.task_id = o.owner AND f.object_key = o.key AND t.deleted_files IS NULL)
    AND NOT EXISTS (SELECT FROM demo_files f WHERE f.demo_id = o.owner AND f.object_key = o.key)
    AND NOT EXISTS (
      SELECT FROM pending_uploads p
      WHERE p.prefix IN ('tasks/' || o.owner || '/', 'tasks/' || o.owner || '/inputs/',
          'uploads/tasks/' || o.owner || '/', 'demos/' || o.owner || '/')
        AND starts_with(o.key, p.prefix))`;

/** Selects the keys of objects that rows refer to and that do not exist. $1: as above. */
export const FIND_MISSING = `
  SELECT stored.key FROM (
    SELECT object_key AS key FROM artifacts WHERE confirmed_at < $1::timestamptz
    UNION ALL
    SELECT f.object_key FROM input_files f JOIN tasks t ON t.id = f.task_id
    WHERE t.created_at < $1 AND t.deleted_files IS NULL
    UNION ALL
    SELECT f.object_key FROM demo_files f JOIN demos d ON d.id = f.demo_id WHERE d.created_at < $1
  ) stored
  WHERE NOT EXISTS (SELECT FROM swept_objects o WHERE o.key = stored.key)`;
