import { useEffect, useState } from 'react'
import type { ProductKind } from '#contracts/access.ts'
import { countOwners } from '#web/features/admin/orders/order-source.ts'

export type Owners = number | 'asking' | 'unknown'

/** How many own the item that is about to be deleted; none own what is not sold. */
export function useOwners(product: ProductKind | undefined, productId: string | undefined): Owners {
  const [found, setFound] = useState<{ productId: string; owners: number | 'unknown' }>()

  useEffect(() => {
    if (!product || !productId) return
    const controller = new AbortController()
    setFound(undefined)
    countOwners({ product, productId }, { signal: controller.signal }).then(
      (owners) => setFound({ productId, owners }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        console.warn(error)
        setFound({ productId, owners: 'unknown' })
      },
    )
    return () => controller.abort()
  }, [product, productId])

  if (!product) return 0
  // While the dialog closes, it goes on saying what it said.
  if (!productId) return found?.owners ?? 0
  return found?.productId === productId ? found.owners : 'asking'
}
