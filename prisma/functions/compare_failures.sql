-- Compares the failure rates of the versions of a roll-out: `worse` if that of the new version is
-- higher by more than max_increase, and Fisher's exact test finds that unlikely (p <= 0.01) to be
-- chance; `alike` if it is not higher by more than that; null if that is undecided, or a version has
-- fewer than 5 results.
-- Locks: none.
-- requires: fisher_p
CREATE OR REPLACE FUNCTION compare_failures(new_failed int, new_succeeded int, old_failed int, old_succeeded int,
  max_increase double precision) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  new_count int := new_failed + new_succeeded;
  old_count int := old_failed + old_succeeded;
BEGIN
  IF least(new_count, old_count) < 5 THEN RETURN NULL; END IF;
  IF new_failed::float / new_count - old_failed::float / old_count <= max_increase THEN RETURN 'alike'; END IF;
  RETURN CASE WHEN fisher_p(new_failed, new_succeeded, old_failed, old_succeeded) <= 0.01 THEN 'worse' END;
END $$;
