-- Bytes that an account stores.
-- Locks: none.
CREATE OR REPLACE FUNCTION storage_of(account uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(bytes), 0)::bigint FROM storage_uses WHERE account_id = account
$$;
