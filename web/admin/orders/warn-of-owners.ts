import { Owners } from '#contracts/shop/order-admin.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import { read } from '#web/admin/kit/api.ts'
import { isAborted } from '#web/admin/kit/failures.ts'
import type { DeletionCheck } from '#web/admin/kit/resource.ts'

/** Returns a warning with the number of buyers who lose access when an item is deleted, or keep it while it is in the bin. */
export async function warnOfOwners(
  { isForGood, ...query }: ProductRef & { isForGood: boolean },
  init?: RequestInit,
): Promise<DeletionCheck> {
  try {
    const { owners } = await read(Owners, `/admin/owners?${new URLSearchParams(query)}`, init)
    return describe(owners, isForGood ? 'would lose access to it' : 'can open it until then')
  } catch (error) {
    if (isAborted(error)) throw error
    console.warn(error)
    return {
      warning: `The number of its owners could not be loaded. They ${isForGood ? 'would lose access to it' : 'can open it until then'}.`,
    }
  }
}

function describe(owners: number, effect: string): DeletionCheck {
  if (owners === 0) return {}
  if (owners === 1) return { warning: `One buyer owns it and ${effect}.` }
  return { warning: `${owners.toLocaleString('en')} buyers own it and ${effect}.` }
}
