import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, query, TEMPLATE } from './database-server.ts'

/** A migrated, empty database on the shared server. Dropping it fails while anything is still connected to it. */
export async function copyTemplate() {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template ${TEMPLATE}`)
  return { url: databaseUrl(server, name), drop: () => query(server, `drop database ${name}`) }
}
