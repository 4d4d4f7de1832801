-- Bytes that all accounts store.
-- Locks: none.
CREATE OR REPLACE FUNCTION storage_of_all() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(bytes), 0)::bigint FROM storage_uses
$$;
