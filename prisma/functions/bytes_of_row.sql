-- Size of a row for the storage quota: the length of its strings, plus 1 KiB for everything else.
-- Locks: none.
CREATE OR REPLACE FUNCTION bytes_of_row(VARIADIC texts text[]) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT 1024 + coalesce(sum(octet_length(t)), 0)::bigint FROM unnest(texts) t
$$;
