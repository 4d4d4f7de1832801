-- Pages of the tasks of one login queue, one short scan for each status. Tasks without one cost nothing.
CREATE INDEX tasks_of_login_queue ON tasks (login_queue_id, status, created_at DESC, id DESC)
  WHERE login_queue_id IS NOT NULL;
