import type { ComponentProps } from 'react'
import { useMatch, useOutlet, useSearchParams } from 'react-router'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { ItemList } from './item-list.tsx'
import { useAdminList } from './use-admin-list.ts'

/**
 * The page of a list. What adds an item, a route below it, lies over the list; what else there is below it stands in the list's
 * place, which meanwhile stays in memory.
 */
export function ListPage<Item extends { id: string }>({
  resource,
  ...look
}: { resource: Resource<Item> } & Omit<ComponentProps<typeof ItemList<Item>>, 'resource' | 'list'>) {
  const [params] = useSearchParams()
  const isAdding = useMatch(`${resource.listUrl}/new`) !== null
  const shown = useOutlet() === null || isAdding
  const list = useAdminList(resource, { q: params.get('q') ?? '', shown })
  const form = useOutlet(list)
  return (
    <>
      {shown && <ItemList resource={resource} list={list} {...look} />}
      {form}
    </>
  )
}
