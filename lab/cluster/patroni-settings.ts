import { join } from 'node:path'
import type { Plant } from './plants.ts'

/** PostgreSQL server with the port of its Patroni API */
export type Member = { name: string; port: number; restPort: number; dataDir: string }

/** Maximum number of connections: enough for the pools of three nodes, for Patroni and for the checks. */
const MAX_CONNECTIONS = 120

/**
 * Returns Patroni's settings for one member; JSON is valid YAML. With `synchronous_mode`, a commit is acknowledged once the standby has
 * received it, and only a synchronous standby is promoted. Patroni's strict mode would also reject writes without a standby, so that the
 * failure of either server would stop both.
 */
export function patroniSettings(
  { name, port, restPort, dataDir }: Member,
  { folder, binDir, etcdPort, plant }: { folder: string; binDir: string; etcdPort: number; plant: Plant | undefined },
) {
  const account = (username: string) => ({ username, password: username })
  return {
    scope: 'lectern',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        // The lease time is the minimum that Patroni allows. A primary is replaced this many seconds after its last heartbeat.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        // A crashed primary is replaced immediately instead of being restarted.
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: MAX_CONNECTIONS,
            shared_buffers: '64MB',
            wal_keep_size: '256MB',
            timezone: 'UTC',
            ...(plant === 'local-commits' && { synchronous_commit: 'local' }),
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: binDir,
      pgpass: join(folder, `${name}.pgpass`),
      // The base backup for the standby starts immediately instead of at the next regular checkpoint.
      basebackup: [{ checkpoint: 'fast' }],
      authentication: { superuser: account('postgres'), replication: account('replicator'), rewind: account('rewinder') },
      parameters: { unix_socket_directories: folder },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
  }
}
