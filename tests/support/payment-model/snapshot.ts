import type { Services } from '#server/boot/services.ts'

export type StoredAttempt = {
  id: string
  orderId: string
  reference: string
  state: string
  amount: number
  currency: string
  everPaid: boolean
  client: string
  product: string
  email: string | null
  expiresAt: Date | null
  due: string | null
  settled: boolean
  /** Total of the booked refunds and chargebacks */
  returned: number
  /** Whether an administrator recorded the refund, and the gateway has not reported it since */
  byHand: boolean
}
export type Snapshot = Awaited<ReturnType<typeof readSnapshot>>

/** Reads everything stored about the orders and payments of some browsers, with SQL independent of the server's queries. */
export async function readSnapshot({ database: { pool } }: Pick<Services, 'database'>, clients: string[], grantOrders: string[]) {
  const query = async <Row>(text: string, values: unknown[] = [clients]) => (await pool.query(text, values)).rows as Row[]
  return {
    attempts: await query<StoredAttempt>(
      `select a.id, a.order_id as "orderId", a.reference, a.state, a.amount_minor::float8 as amount, a.currency, a.paid_at is not null as "everPaid",
         a.client_digest as client, a.product_id as product, o.email, a.expires_at as "expiresAt", d.reason as due, d.settled_at is not null as settled,
         (select sum(amount_minor) from money_movements m where m.attempt_id = a.id and m.source = 'admin') > 0 as "byHand",
         (select coalesce(sum(amount_minor), 0)::float8 from money_movements m where m.attempt_id = a.id and m.kind <> 'payment') as returned
       from payment_attempts a join orders o on o.id = a.order_id left join refunds_due d on d.attempt_id = a.id where a.client_digest = any($1) order by a.id`,
    ),
    holders: await query<{ orderId: string; client: string }>(
      'select order_id as "orderId", client_digest as client from order_viewers where client_digest = any($1)',
    ),
    grants: await query<{ orderId: string; product: string; email: string }>(
      `select order_id as "orderId", product_id as product, email from copies
       where reason is not null and revoked_at is null and order_id = any($1)`,
      [grantOrders],
    ),
    entitlements: await query<{ client: string; product: string }>(
      'select client_digest as client, product_id as product from entitlements where revoked_at is null and client_digest = any($1)',
    ),
    quotes: await query<{ id: string; quote: string }>(
      `select id, concat_ws(' ', product_id, currency, amount_minor, price_minor, rate_scaled, rate_as_of) as quote from orders where client_digest = any($1)`,
    ),
    receipts: await query<{ attempt: string }>(
      'select attempt_id as attempt from receipts join payment_attempts on id = attempt_id where client_digest = any($1)',
    ),
    receiptsAreGapless:
      (await query<{ gapless: boolean }>('select count(*) = coalesce(max(number), 0) as gapless from receipts', []))[0]?.gapless === true,
    books: (await query<{ id: string }>('select id from books', [])).map(({ id }) => id),
  }
}

/** Returns the payments and grants that open a product for a browser, as `client product` → ids. */
export function openersOf({ attempts, holders, grants }: Snapshot): Map<string, string[]> {
  const openers = new Map<string, string[]>()
  for (const { orderId, client } of holders) {
    const paid = attempts.filter((attempt) => attempt.orderId === orderId && attempt.state === 'paid')
    const granted = grants.filter((grant) => grant.orderId === orderId)
    for (const { product, id } of [...paid, ...granted.map((grant) => ({ ...grant, id: grant.orderId }))]) {
      const key = `${client} ${product}`
      openers.set(key, [...(openers.get(key) ?? []), id])
    }
  }
  return openers
}

/** Returns the payments and grants of an email address for a product, as `email product` → ids. */
export function copiesOf({ attempts, grants }: Snapshot): Map<string, string[]> {
  const paid = attempts.filter(({ state }) => state === 'paid')
  const copies = new Map<string, string[]>()
  for (const { email, product, id } of [...paid, ...grants.map((grant) => ({ ...grant, id: grant.orderId }))])
    copies.set(`${email} ${product}`, [...(copies.get(`${email} ${product}`) ?? []), id])
  return copies
}
