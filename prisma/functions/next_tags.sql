-- Reserves the next `amount` tags of an account and returns the last one. This is start-time fair
-- queueing: an account that was idle starts at the virtual time, a busy one after its own last tag.
-- See README.md.
-- Locks: the account, until the transaction ends. Submissions therefore reserve tags outside their
-- transaction.
CREATE OR REPLACE FUNCTION next_tags(account uuid, amount int) RETURNS bigint LANGUAGE sql AS $$
  UPDATE accounts SET last_tag = greatest(last_tag, (SELECT last_value FROM virtual_time)) + amount
  WHERE id = account RETURNING last_tag
$$;
