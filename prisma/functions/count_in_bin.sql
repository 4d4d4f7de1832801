-- Returns the histogram, an object of counts by bin, with one time added. Null adds nothing.
-- Locks: none.
-- requires: statistic_bin
CREATE OR REPLACE FUNCTION count_in_bin(bins jsonb, ms bigint) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  bin text := statistic_bin(ms);
BEGIN
  IF ms IS NULL THEN RETURN bins; END IF;
  RETURN jsonb_set(bins, ARRAY[bin], to_jsonb(coalesce((bins->>bin)::int, 0) + 1));
END $$;
