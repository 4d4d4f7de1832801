-- Returns the portal of an account at an origin, creating it if it is new. An upsert would be
-- shorter but would use up an id for every submission.
-- Locks: none, unless the portal is new.
CREATE OR REPLACE FUNCTION find_portal(account uuid, at_origin text) RETURNS portals LANGUAGE plpgsql AS $$
DECLARE portal portals;
BEGIN
  LOOP
    SELECT * INTO portal FROM portals p WHERE p.account_id = account AND p.origin = at_origin;
    EXIT WHEN FOUND;
    INSERT INTO portals (account_id, origin) VALUES (account, at_origin) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN portal;
END $$;
