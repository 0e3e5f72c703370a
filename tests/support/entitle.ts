import type { ProductRef } from '#contracts/product.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { Services } from '#server/services.ts'

/** Entitles a client to a product, or revokes that, without an order. */
export function entitle(
  { accessStore, database }: Services,
  { clientId, product, productId }: ProductRef & { clientId: string },
  entitled = true,
): Promise<void> {
  return accessStore.set(database.orm, { clientDigest: digestClient(clientId), product, productId }, entitled)
}

/** The query of a signed URL of what the client owns, with the grant in it. */
export async function grantOf({ access }: Services, owner: ProductRef & { clientId: string }): Promise<string> {
  const { url } = await access.nextAction({ ...owner, currency: 'USD', returnUrl: 'http://here/' }, ['http://here'], '127.0.0.1')
  return new URL(url ?? '', 'http://here').search
}

/** The grant with another expiry, another entitlement, or another signature. */
export function editGrant(grant: string, at: number): string {
  const parts = grant.split('.')
  const index = at % parts.length
  const part = parts[index] ?? ''
  const last = part.slice(-2, -1)
  parts[index] = `${part.slice(0, -2)}${last === '1' ? '2' : '1'}${part.slice(-1)}`
  return parts.join('.')
}
