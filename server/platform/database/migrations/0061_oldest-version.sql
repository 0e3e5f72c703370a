-- Earlier versions: refused. Versions before this one do not check whether a newer version has changed the database. They would ignore the
-- states of items and publish drafts, or reject the sealed secrets of authenticator apps.
-- The record of migrations becomes a view, which every version reads at its start. It raises an error for versions that do not know the
-- migration of oldest_migration(): connections state how many migrations their version knows.
ALTER TABLE drizzle.__drizzle_migrations RENAME TO migrations;--> statement-breakpoint
ALTER TABLE drizzle.migrations
  ADD COLUMN version text,
  ADD COLUMN applied_at timestamp with time zone;--> statement-breakpoint
-- The defaults apply to migrations from this one on.
ALTER TABLE drizzle.migrations
  ALTER COLUMN version SET DEFAULT current_setting('lectern.version', true),
  ALTER COLUMN applied_at SET DEFAULT now();--> statement-breakpoint
CREATE FUNCTION drizzle.oldest_migration() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 61';--> statement-breakpoint
CREATE FUNCTION drizzle.require_known_version() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  known integer := nullif(current_setting('lectern.known_migrations', true), '')::integer;
  update_of record;
BEGIN
  IF known > drizzle.oldest_migration() THEN
    RETURN true;
  END IF;
  SELECT version, applied_at INTO update_of FROM drizzle.migrations ORDER BY created_at OFFSET drizzle.oldest_migration() LIMIT 1;
  RAISE EXCEPTION USING ERRCODE = 'LEC01', MESSAGE = format(
    'This version of Lectern is too old for the database, which Lectern %1$s updated on %2$s UTC. '
    'Start Lectern %1$s or a later version, or restore the backup from before that time (docs/operations.md, "Updating and rolling back").',
    coalesce(update_of.version, 'of a later version'), to_char(update_of.applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
END $$;--> statement-breakpoint
CREATE VIEW drizzle.__drizzle_migrations AS SELECT id, hash, created_at FROM drizzle.migrations WHERE drizzle.require_known_version();
