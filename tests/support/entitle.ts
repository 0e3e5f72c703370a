import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Services } from '#server/boot/services.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { TestApp } from './test-app.ts'

/** Entitles a client to a product, or revokes the entitlement, without an order. */
export function entitle(
  { shop: { entitlements }, database }: Services,
  { clientId, product, productId }: ProductRef & { clientId: string },
  entitled = true,
): Promise<void> {
  return entitlements.set(database.orm, { clientDigest: digestClient(clientId), product, productId }, entitled)
}

/** Returns the query string of the signed URL of an item that the client owns; it contains the grant. */
export async function grantOf({ shop: { access } }: Services, owner: ProductRef & { clientId: string }): Promise<string> {
  const { url } = await access.nextAction({ ...owner, currency: 'USD', returnUrl: 'http://here/' }, ['http://here'], '127.0.0.1')
  return new URL(url ?? '', 'http://here').search
}

/** Returns the grant for opening an item; empty if the item needs none, undefined if it would have to be purchased. */
export async function askForGrant(app: Pick<TestApp, 'send'>, item: ProductRef & { clientId: string }): Promise<string | undefined> {
  const opening = { ...item, currency: 'USD', returnUrl: 'http://localhost/' }
  const { action, url = '' } = (await app.send('POST', '/api/get-next-action', opening, {})).json<NextActionResponse>()
  return action === 'view' ? (new URL(url, 'http://localhost').searchParams.get('grant') ?? '') : undefined
}

/** Returns a grant with its expiry, entitlement or signature replaced. */
export function editGrant(grant: string, at: number): string {
  const parts = grant.split('.')
  const index = at % parts.length
  const part = parts[index] ?? ''
  const last = part.slice(-2, -1)
  parts[index] = `${part.slice(0, -2)}${last === '1' ? '2' : '1'}${part.slice(-1)}`
  return parts.join('.')
}
