SET lock_timeout = '2s';

CREATE TABLE storage_sweeps (
  id int PRIMARY KEY DEFAULT 1,
  due_at timestamptz(3) NOT NULL
);
