import Fastify from 'fastify'
import { Pool } from 'pg'

/** Minimal server that opens an item with one query, as a reference. Prints its port. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()

app.post<{ Body: { clientId: string; product: string; productId: string } }>('/', async ({ body }) => {
  const { rows } = await pool.query(
    'select id from entitlements where client_digest = $1 and product = $2 and product_id = $3 and revoked_at is null',
    [body.clientId, body.product, body.productId],
  )
  return { action: rows.length > 0 ? 'view' : 'pay' }
})

await app.listen({ host: '127.0.0.1', port: 0 })
console.log((app.server.address() as { port: number }).port)
