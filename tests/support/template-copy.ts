import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, query, TEMPLATE } from './database-server.ts'

/**
 * Copies a database on the shared PostgreSQL, by default a migrated, empty database. A database of that name, which a failed test may have
 * left, is replaced. Dropping the copy fails while a client is connected to it.
 */
export async function copyTemplate({ name = `test_${randomBytes(6).toString('hex')}`, template = TEMPLATE } = {}) {
  const server = inject('databaseServer')
  await query(server, `drop database if exists ${name} with (force)`)
  await query(server, `create database ${name} template ${template}`)
  return { url: databaseUrl(server, name), drop: () => query(server, `drop database ${name}`) }
}
