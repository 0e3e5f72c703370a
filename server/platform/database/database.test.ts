import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestServices } from '#tests/support/test-services.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeEach(async () => {
  services = await openTestServices({ DATABASE_POOL: '2' })
})
afterEach(() => services.close())

test('a connection that breaks during a publication fails the publication, but does not end the process', async () => {
  const { library, database } = services
  const broken = library.publish(async ({ transaction }) => {
    const { rows } = await transaction.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // A pause lets the connection close while no query is in flight.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await transaction.execute(sql`select 1`)
  })
  await expect(broken).rejects.toThrow()
  await database.check()
})

test('a database connection that breaks at the start of work is removed from the pool', async () => {
  const { library, database } = services
  const breakIt = (client: PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  database.pool.on('acquire', breakIt)
  // The number of failing publications exceeds the pool size by one, so a leaked connection would block the last publication.
  for (let count = 0; count < 3; count++) await expect(library.publish(async () => undefined)).rejects.toThrow()
  database.pool.off('acquire', breakIt)
  await library.publish(async () => undefined)
})

test('every pool sets a statement timeout on the database server', async () => {
  const { database } = services
  const limits = await Promise.all(
    [database.pool, database.longWork].map(
      async (pool) => (await pool.query<{ statement_timeout: string }>('show statement_timeout')).rows[0],
    ),
  )
  expect(limits.map((row) => row?.statement_timeout)).toEqual(['50s', '6h'])
})
