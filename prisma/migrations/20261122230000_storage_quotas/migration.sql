-- What each account stores, in bytes. Several rows of an account, so that transactions that add to it do not wait for each
-- other: each takes one that nobody has locked. Their sum counts. See infra/decisions/2026-11-22-what-bounds-a-task.md.
CREATE TABLE "storage_uses" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "storage_uses_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 50);
CREATE INDEX "storage_uses_account_id_idx" ON "storage_uses"("account_id");
ALTER TABLE "storage_uses" ADD CONSTRAINT "storage_uses_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "accounts" ADD COLUMN "storage_limit_bytes" BIGINT;
ALTER TABLE "attempts" ADD COLUMN "stored_bytes" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "stored_files" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "pending_uploads" ADD COLUMN "account_id" UUID, ADD COLUMN "bytes" BIGINT NOT NULL DEFAULT 0;

CREATE FUNCTION add_storage(account uuid, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF amount = 0 THEN RETURN; END IF;
  UPDATE storage_uses SET bytes = bytes + amount
  WHERE id = (SELECT id FROM storage_uses WHERE account_id = account LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    -- Nothing of an account that is being deleted.
    INSERT INTO storage_uses (account_id, bytes) SELECT id, amount FROM accounts WHERE id = account;
  END IF;
END $$;

CREATE FUNCTION storage_of(account uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(bytes), 0)::bigint FROM storage_uses WHERE account_id = account
$$;

CREATE FUNCTION storage_of_all() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(bytes), 0)::bigint FROM storage_uses
$$;

-- Null: any number of bytes. The account's own limit wins over the usual one; 0 says that it has none.
CREATE FUNCTION storage_limit_of(account uuid, usual_limit bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT nullif(coalesce(storage_limit_bytes, usual_limit), 0) FROM accounts WHERE id = account
$$;

-- Locks what decides until the transaction ends, in which the caller stores the bytes. `full_of` is null when there is room.
CREATE FUNCTION reserve_storage(account uuid, adding bigint, usual_limit bigint, total_limit bigint,
  OUT full_of text, OUT used bigint, OUT allowed bigint) LANGUAGE plpgsql AS $$
DECLARE
  is_near boolean;
BEGIN
  allowed := storage_limit_of(account, usual_limit);
  IF allowed IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('storage of ' || account, 0));
    used := storage_of(account);
    IF used + adding > allowed THEN
      full_of := 'account';
      RETURN;
    END IF;
  END IF;
  IF total_limit IS NULL THEN RETURN; END IF;
  allowed := total_limit;
  -- Far from the limit nobody waits: a hundred of these at once cannot use up the last tenth.
  is_near := adding > total_limit / 1000 OR storage_of_all() > total_limit / 10 * 9;
  IF is_near THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('storage of all', 0));
  ELSE
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('storage of all', 0));
  END IF;
  used := storage_of_all();
  IF NOT is_near AND used > total_limit / 10 * 9 THEN
    RAISE EXCEPTION 'The storage filled up meanwhile.' USING ERRCODE = 'serialization_failure';
  END IF;
  IF used + adding > total_limit THEN full_of := 'installation'; END IF;
END $$;

-- A row counts with its texts and 1 KiB for the rest of it.
CREATE FUNCTION bytes_of_row(VARIADIC texts text[]) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT 1024 + coalesce(sum(octet_length(t)), 0)::bigint FROM unnest(texts) t
$$;

CREATE FUNCTION count_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(account_id, sum(bytes_of_row(input_parameters::text, secure_parameters, rdp_parameter, goal))::bigint)
  FROM added GROUP BY account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT ON tasks REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_tasks();

CREATE FUNCTION count_goal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(NEW.account_id, bytes_of_row(NEW.goal) - bytes_of_row(OLD.goal));
  RETURN NULL;
END $$;
CREATE TRIGGER count_goal AFTER UPDATE OF goal ON tasks FOR EACH ROW EXECUTE FUNCTION count_goal();

-- Its other rows go with it, and find neither task nor account any more.
CREATE FUNCTION free_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(OLD.account_id, -(
    bytes_of_row(OLD.input_parameters::text, OLD.secure_parameters, OLD.rdp_parameter, OLD.goal)
    + (SELECT coalesce(sum(stored_bytes), 0) FROM attempts WHERE task_id = OLD.id)
    + (SELECT coalesce(sum(size), 0) FROM input_files WHERE task_id = OLD.id)
    + (SELECT coalesce(sum(bytes_of_row(output_data::text, for_loop_status::text)), 0)
       FROM task_outputs WHERE task_id = OLD.id))::bigint);
  RETURN OLD;
END $$;
CREATE TRIGGER free_storage BEFORE DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION free_task();

CREATE FUNCTION count_output() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(account_id, bytes_of_row(NEW.output_data::text, NEW.for_loop_status::text)
    - CASE TG_OP WHEN 'UPDATE' THEN bytes_of_row(OLD.output_data::text, OLD.for_loop_status::text) ELSE 0 END)
  FROM tasks WHERE id = NEW.task_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT OR UPDATE ON task_outputs FOR EACH ROW EXECUTE FUNCTION count_output();

CREATE FUNCTION count_of_attempt(task uuid, epoch int, amount bigint, files int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE attempts SET stored_bytes = stored_bytes + amount, stored_files = stored_files + files
  WHERE task_id = task AND lease_epoch = epoch;
  PERFORM add_storage(account_id, amount) FROM tasks WHERE id = task;
END $$;

CREATE FUNCTION count_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_of_attempt(task_id, lease_epoch, sum(octet_length(to_jsonb(added)::text))::bigint, 0)
  FROM added GROUP BY task_id, lease_epoch;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT ON steps REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_steps();

CREATE FUNCTION count_artifacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_of_attempt(task_id, lease_epoch, sum(1024 + size)::bigint, count(*)::int)
  FROM changed GROUP BY task_id, lease_epoch;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT ON artifacts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_artifacts();

CREATE FUNCTION free_artifacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_of_attempt(task_id, lease_epoch, -sum(1024 + size)::bigint, -count(*)::int)
  FROM changed GROUP BY task_id, lease_epoch;
  RETURN NULL;
END $$;
CREATE TRIGGER free_storage AFTER DELETE ON artifacts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION free_artifacts();

CREATE FUNCTION count_input_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(t.account_id, sum(f.size)::bigint)
  FROM added f JOIN tasks t ON t.id = f.task_id GROUP BY t.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT ON input_files REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_input_files();

-- Files on their way count too. Their rows take over in the transaction that ends the upload.
CREATE FUNCTION count_pending_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_storage(OLD.account_id, -OLD.bytes); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_storage(NEW.account_id, NEW.bytes); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT OR DELETE OR UPDATE OF bytes ON pending_uploads
  FOR EACH ROW EXECUTE FUNCTION count_pending_upload();

CREATE FUNCTION count_demo_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(d.account_id, sum(f.size)::bigint)
  FROM added f JOIN demos d ON d.id = f.demo_id GROUP BY d.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT ON demo_files REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_demo_files();

CREATE FUNCTION free_demo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(OLD.account_id, -(SELECT coalesce(sum(size), 0) FROM demo_files WHERE demo_id = OLD.id)::bigint);
  RETURN OLD;
END $$;
CREATE TRIGGER free_storage BEFORE DELETE ON demos FOR EACH ROW EXECUTE FUNCTION free_demo();

CREATE FUNCTION count_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_storage(r.account_id, sum(1024 + octet_length(v.automation::text))::bigint)
  FROM added v JOIN recordings r ON r.id = v.recording_id GROUP BY r.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT ON recording_versions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_versions();

-- Rows without a size of their own.
CREATE FUNCTION count_small_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_storage(NEW.account_id, 1024);
  ELSE
    PERFORM add_storage(OLD.account_id, -1024);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_storage AFTER INSERT OR DELETE ON callback_deliveries FOR EACH ROW EXECUTE FUNCTION count_small_row();
CREATE TRIGGER count_storage AFTER INSERT OR DELETE ON demos FOR EACH ROW EXECUTE FUNCTION count_small_row();
CREATE TRIGGER count_storage AFTER INSERT OR DELETE ON recordings FOR EACH ROW EXECUTE FUNCTION count_small_row();
CREATE TRIGGER count_storage AFTER INSERT OR DELETE ON workspaces FOR EACH ROW EXECUTE FUNCTION count_small_row();
CREATE TRIGGER count_storage AFTER INSERT OR DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION count_small_row();

-- What is stored already.
UPDATE attempts a SET stored_files = f.files, stored_bytes = f.bytes
FROM (SELECT task_id, lease_epoch, count(*) AS files, sum(1024 + size) AS bytes FROM artifacts GROUP BY 1, 2) f
WHERE a.task_id = f.task_id AND a.lease_epoch = f.lease_epoch;
UPDATE attempts a SET stored_bytes = a.stored_bytes + s.bytes
FROM (SELECT task_id, lease_epoch, sum(octet_length(to_jsonb(steps)::text)) AS bytes FROM steps GROUP BY 1, 2) s
WHERE a.task_id = s.task_id AND a.lease_epoch = s.lease_epoch;
INSERT INTO storage_uses (account_id, bytes)
SELECT account_id, sum(bytes) FROM (
  SELECT account_id, bytes_of_row(input_parameters::text, secure_parameters, rdp_parameter, goal) AS bytes FROM tasks
  UNION ALL SELECT t.account_id, a.stored_bytes FROM attempts a JOIN tasks t ON t.id = a.task_id
  UNION ALL SELECT t.account_id, bytes_of_row(o.output_data::text, o.for_loop_status::text)
    FROM task_outputs o JOIN tasks t ON t.id = o.task_id
  UNION ALL SELECT t.account_id, f.size FROM input_files f JOIN tasks t ON t.id = f.task_id
  UNION ALL SELECT d.account_id, f.size FROM demo_files f JOIN demos d ON d.id = f.demo_id
  UNION ALL SELECT r.account_id, 1024 + octet_length(v.automation::text)
    FROM recording_versions v JOIN recordings r ON r.id = v.recording_id
  UNION ALL SELECT account_id, 1024 FROM callback_deliveries
  UNION ALL SELECT account_id, 1024 FROM demos
  UNION ALL SELECT account_id, 1024 FROM recordings
  UNION ALL SELECT account_id, 1024 FROM workspaces
  UNION ALL SELECT account_id, 1024 FROM api_keys) stored
GROUP BY account_id;
