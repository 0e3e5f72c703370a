import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { SUPERUSER } from '#server/platform/embedded-postgres/embedded-roles.ts'
import { openPostgresHome } from '#server/platform/embedded-postgres/postgres-home.ts'
import { runProgram } from '#server/platform/embedded-postgres/run-program.ts'
import { makeDataFolder } from './data-folder.ts'
import { query } from './database-server.ts'
import { freePort } from './free-port.ts'

/** Starts a PostgreSQL and a standby that follows it. Both start as copies of one stopped cluster. */
export async function startWithStandby() {
  const [primaryDir, standbyDir] = [await makeDataFolder(), await makeDataFolder()]
  const primary = await startEmbeddedPostgres(primaryDir)
  const { password, port } = new URL(primary.adminUrl)
  const home = await openPostgresHome(standbyDir)
  const configuration = join(home.cluster, 'postgresql.auto.conf')
  const connection = `host=127.0.0.1 port=${port} user=${SUPERUSER} password=${password}`
  await appendFile(configuration, `primary_conninfo = '${connection}'\nwal_receiver_status_interval = 100ms\n`)
  await writeFile(join(home.cluster, 'standby.signal'), '')
  const { uid, gid } = await stat(home.cluster)
  await chown(join(home.cluster, 'standby.signal'), uid, gid)

  const standbyPort = await freePort()
  const options = `-c port=${standbyPort} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=60 -c shared_buffers=64MB`
  const control = (...args: string[]) => runProgram(home.binary('pg_ctl'), [...args, '--pgdata', '18', '--silent'], home)
  await control('start', '--wait', '--log', 'postgres.log', '--options', options)
  const moved = (url: string) => Object.assign(new URL(url), { port: String(standbyPort) }).href

  return {
    primary,
    url: moved(primary.url),
    promote: () => query(moved(primary.adminUrl), 'select pg_promote()'),
    close: async () => {
      await control('stop', '--mode=immediate').catch(() => undefined)
      await primary.stop().catch(() => undefined)
      for (const folder of [primaryDir, standbyDir]) await rm(folder, { recursive: true, force: true })
    },
  }
}
