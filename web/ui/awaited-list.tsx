import { type ReactNode, Suspense, use, useMemo } from 'react'
import type { ShownList } from '#web/lib/list-or-empty.ts'

type Draw<Item> = (list: ShownList<Item>) => ReactNode

/** Draws a list once it is there, which may be at once. */
export function AwaitedList<Item>({
  list,
  meanwhile,
  children,
}: {
  list: Promise<ShownList<Item>>
  meanwhile: ReactNode
  children: Draw<Item>
}) {
  // What streams into the first view may be cut off.
  const sure = useMemo(() => (list instanceof Promise ? list.catch(() => ({ items: [], total: 0, failed: true as const })) : list), [list])
  return (
    <Suspense fallback={meanwhile}>
      <Arrived list={sure}>{children}</Arrived>
    </Suspense>
  )
}

function Arrived<Item>({ list, children }: { list: Promise<ShownList<Item>> | ShownList<Item>; children: Draw<Item> }) {
  return children(list instanceof Promise ? use(list) : list)
}
