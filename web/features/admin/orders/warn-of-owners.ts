import { Owners } from '#contracts/order-admin.ts'
import type { ProductRef } from '#contracts/product.ts'
import { read } from '#web/features/admin/kit/api.ts'
import { isAborted } from '#web/features/admin/kit/failures.ts'
import type { DeletionCheck } from '#web/features/admin/kit/resource.ts'

/** Returns a warning with the number of buyers who lose access when an item is deleted. */
export async function warnOfOwners(query: ProductRef, init?: RequestInit): Promise<DeletionCheck> {
  try {
    const { owners } = await read(Owners, `/admin/owners?${new URLSearchParams(query)}`, init)
    return describe(owners)
  } catch (error) {
    if (isAborted(error)) throw error
    console.warn(error)
    return { warning: 'How many own it could not be found out; none of them could open it any more.' }
  }
}

function describe(owners: number): DeletionCheck {
  if (owners === 0) return {}
  if (owners === 1) return { warning: 'One buyer owns it and could not open it any more.' }
  return { warning: `${owners.toLocaleString('en')} buyers own it and could not open it any more.` }
}
