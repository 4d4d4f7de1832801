-- Whether a worker that speaks this version of the worker protocol heeds all members of a task.
-- Version 1 ignores `debug_session` and `start`: it would run such a task from its first node. Null
-- stands for a control plane of an earlier release, which does not report the version.
-- Locks: none.
CREATE OR REPLACE FUNCTION is_understood(target uuid, protocol int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(protocol, 2) >= 2 OR NOT EXISTS (SELECT FROM debug_sessions WHERE task_id = target)
    AND NOT EXISTS (SELECT FROM task_continuations WHERE task_id = target AND start IS NOT NULL)
$$;
