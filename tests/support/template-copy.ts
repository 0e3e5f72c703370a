import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, query, TEMPLATE } from './database-server.ts'

/** An up-to-date database without a row, on the server of the whole run. Dropping it fails while anything is still connected to it. */
export async function copyTemplate() {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template ${TEMPLATE}`)
  return { url: databaseUrl(server, name), drop: () => query(server, `drop database ${name}`) }
}
