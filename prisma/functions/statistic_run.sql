-- Bins of a total (statistic_totals) as a run, so that runs of several totals can be concatenated:
-- the number of bytes with and without the leading empty bins, then the bytes of the other bins.
-- Most of the first hundred bins are empty.
-- Locks: none.
CREATE OR REPLACE FUNCTION statistic_run(bins bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT int4send(octet_length(bins)) || int4send(octet_length(ltrim(bins, '\x00'::bytea))) || ltrim(bins, '\x00'::bytea)
$$;
