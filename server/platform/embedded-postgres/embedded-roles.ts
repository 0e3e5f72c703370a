import { Client } from 'pg'

/** Name of the superuser that created the cluster. In older clusters the superuser owns the database of the catalogue. */
export const SUPERUSER = 'lectern'
/** Account of the server instances: it owns the database except for the audit log, and has no other rights. */
export const OWNER = 'lectern_app'
/** Account that owns the audit log and can't sign in, so that `lectern_app` can only add and read entries. */
const AUDIT_OWNER = 'lectern_audit'
const DATABASE = 'lectern'
/** Key of the lock for preparing the database and its account, so that concurrently starting instances do so one after the other. */
const LOCK = 7_305_100

/**
 * SQL that makes `lectern_app` the owner of everything in the database, except objects of PostgreSQL and its extensions. `reassign owned`
 * can't be used, since the superuser also owns the system catalogs.
 */
const HAND_OVER = `
  do $$
  declare statement text;
  begin
    for statement in
      with extension_members as (select classid, objid from pg_depend where deptype = 'e'),
      own_schemas as (
        select oid, nspname, nspowner from pg_namespace where nspname <> 'information_schema' and nspname not like 'pg\\_%'
      ),
      owned as (
        select 1 as turn, format('alter schema %I owner to ${OWNER}', nspname) as command
        from own_schemas where nspname <> 'public' and nspowner <> '${OWNER}'::regrole
        union all
        -- Sequences of columns and indexes follow their tables.
        select 2, format('alter table %s owner to ${OWNER}', c.oid::regclass)
        from pg_class c join own_schemas s on s.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relowner <> '${OWNER}'::regrole
          and ('pg_class'::regclass, c.oid) not in (select classid, objid from extension_members)
        union all
        select 3, format('alter sequence %s owner to ${OWNER}', c.oid::regclass)
        from pg_class c join own_schemas s on s.oid = c.relnamespace
        where c.relkind = 'S' and c.relowner <> '${OWNER}'::regrole
          and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
        union all
        select 4, format('alter routine %s owner to ${OWNER}', p.oid::regprocedure)
        from pg_proc p join own_schemas s on s.oid = p.pronamespace
        where p.proowner <> '${OWNER}'::regrole
          and ('pg_proc'::regclass, p.oid) not in (select classid, objid from extension_members)
        union all
        select 5, format('alter type %s owner to ${OWNER}', t.oid::regtype)
        from pg_type t join own_schemas s on s.oid = t.typnamespace
        where t.typtype in ('e', 'd', 'r') and t.typowner <> '${OWNER}'::regrole
          and ('pg_type'::regclass, t.oid) not in (select classid, objid from extension_members)
      )
      select command from owned order by turn
    loop
      execute statement;
    end loop;
  end $$`

/**
 * SQL that transfers the audit log to another owner. The schema gets another owner too, since the owner of a schema can drop every table in
 * it. The lock timeout limits the wait for a backup, which locks the table.
 */
const HAND_OVER_AUDIT_LOG = `
  begin;
  set local lock_timeout = '5s';
  select pg_advisory_xact_lock(${LOCK});
  do $$ begin
    if not exists (select from pg_roles where rolname = '${AUDIT_OWNER}') then create role ${AUDIT_OWNER} nologin; end if;
  end $$;
  alter schema public owner to ${SUPERUSER};
  grant usage, create on schema public to ${OWNER};
  alter table public.audit_entries owner to ${AUDIT_OWNER};
  grant select, insert on public.audit_entries to ${OWNER};
  commit`

/**
 * Creates the database and the account that owns it, or transfers an existing database to this account.
 * @param server URL of the cluster's default database, as superuser
 */
export async function prepareDatabase(server: string, password: string): Promise<void> {
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rows: roles } = await client.query('select 1 from pg_roles where rolname = $1', [OWNER])
    // Values are part of the SQL text, since statements about roles take no parameters.
    await client.query(
      `${roles.length > 0 ? 'alter' : 'create'} role ${OWNER} login nosuperuser nocreatedb nocreaterole password ${client.escapeLiteral(password)}`,
    )
    const { rows } = await client.query<{ owner: string }>('select pg_get_userbyid(datdba) as owner from pg_database where datname = $1', [
      DATABASE,
    ])
    if (!rows[0]) return void (await client.query(`create database ${DATABASE} owner ${OWNER}`))
    if (rows[0].owner === OWNER) return
    await withClient(appDatabaseUrl(server), (inside) => inside.query(HAND_OVER))
    // The owner of the database changes last, which marks the transfer as complete.
    await client.query(`alter database ${DATABASE} owner to ${OWNER}`)
  })
}

/**
 * Limits the account `lectern_app` to adding and reading entries of the audit log. Called after the migration, which creates the table.
 * @param server URL of the cluster's default database, as superuser
 */
export async function protectAuditLog(server: string): Promise<void> {
  await withClient(appDatabaseUrl(server), async (client) => {
    const { rows } = await client.query<{ owner: string }>(
      `select pg_get_userbyid(relowner) as owner from pg_class where oid = to_regclass('public.audit_entries')`,
    )
    // The table of the audit log is missing during a restore; its ownership is then transferred at the next start of an instance.
    if (rows[0] && rows[0].owner !== AUDIT_OWNER) await client.query(HAND_OVER_AUDIT_LOG)
  })
}

export function appDatabaseUrl(server: string): string {
  return Object.assign(new URL(server), { pathname: `/${DATABASE}` }).href
}

/** Runs the work on a separate connection. Closing the connection releases the lock. */
async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
