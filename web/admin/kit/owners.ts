import { Owners } from '#contracts/shop/order-admin.ts'
import type { ProductKind, ProductRef } from '#contracts/shop/product.ts'
import { read } from '#web/admin/kit/api.ts'
import { isAborted } from '#web/admin/kit/failures.ts'
import type { DeletionCheck } from '#web/admin/kit/resource.ts'
import { json } from '#web/lib/api/api.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useFetched } from '#web/lib/use-fetched.ts'

function countOwners(product: ProductKind, productIds: string[], init?: RequestInit): Promise<Owners> {
  return read(Owners, '/admin/owners', { ...json('POST', { product, productIds }), ...init })
}

/** Returns a warning with the number of buyers who lose access to a deleted item, or who keep access while the item is in the bin. */
export async function warnOfOwners(
  { product, productId, isForGood }: ProductRef & { isForGood: boolean },
  init?: RequestInit,
): Promise<DeletionCheck> {
  const effect = isForGood ? 'would lose access to it' : 'can open it until then'
  try {
    const { owners } = await countOwners(product, [productId], init)
    return describe(owners, effect)
  } catch (error) {
    if (isAborted(error)) throw error
    console.warn(error)
    return { warning: `The number of its owners could not be loaded. They ${effect}.` }
  }
}

function describe(owners: number, effect: string): DeletionCheck {
  if (owners === 0) return {}
  if (owners === 1) return { warning: `One buyer owns it and ${effect}.` }
  return { warning: `${owners.toLocaleString('en')} buyers own it and ${effect}.` }
}

/**
 * Returns a sentence with the number of buyers who own any of the items; empty if there are none, undefined while the number is loading.
 * @param effect consequence of the action for the owners
 */
export function useOwners(product: ProductKind, items: { id: string }[], { open, effect }: { open: boolean; effect: string }) {
  const ids = items.map(({ id }) => id)
  const { current } = useFetched(open && ids.length > 0 ? `${product} ${ids.join()}` : null, (signal) =>
    countOwners(product, ids, { signal }),
  )
  if (current === 'loading') return undefined
  if (typeof current === 'string') return `The number of their owners could not be loaded. Owners ${effect}.`
  return describeOwners(current, effect)
}

function describeOwners({ owners, items }: Owners, effect: string): string {
  if (owners === 0) return ''
  return `${items.toLocaleString('en')} of them ${items === 1 ? 'is' : 'are'} owned by ${pluralize(owners, 'buyer')}, who ${effect}.`
}
