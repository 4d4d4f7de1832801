-- The p-value of Fisher's exact test, one-sided: how likely the new version would have at least this
-- many of all failures by chance if both versions failed equally often. The terms of the
-- hypergeometric distribution are summed relative to that of the observed table. Below 1e-9 it
-- returns 0, so that no sum overflows.
-- Locks: none.
CREATE OR REPLACE FUNCTION fisher_p(new_failed int, new_succeeded int, old_failed int, old_succeeded int)
RETURNS double precision LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  upper_sum double precision := 1;
  lower_sum double precision := 0;
  term double precision := 1;
BEGIN
  FOR n IN 0..least(new_succeeded, old_failed) - 1 LOOP
    term := term * (new_succeeded - n) * (old_failed - n) / (new_failed + n + 1) / (old_succeeded + n + 1);
    upper_sum := upper_sum + term;
    EXIT WHEN term < 1e-18;
  END LOOP;
  term := 1;
  FOR n IN 0..least(new_failed, old_succeeded) - 1 LOOP
    term := term * (new_failed - n) * (old_succeeded - n) / (new_succeeded + n + 1) / (old_failed + n + 1);
    lower_sum := lower_sum + term;
    IF lower_sum > 1e9 * upper_sum THEN RETURN 0; END IF;
    EXIT WHEN term < 1e-18;
  END LOOP;
  RETURN upper_sum / (upper_sum + lower_sum);
END $$;
