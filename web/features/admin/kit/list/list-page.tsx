import type { ComponentProps } from 'react'
import { Outlet, useMatch } from 'react-router'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { ItemList } from './item-list.tsx'
import { type FirstPage, useAdminList } from './use-admin-list.ts'

/** The page of a list. The form that adds an item lies over it; every other child route takes its place, while its state is kept. */
export function ListPage<Item extends { id: string }>({
  resource,
  loading,
  ...props
}: { resource: Resource<Item>; loading: Promise<FirstPage<Item>> } & Omit<ComponentProps<typeof ItemList<Item>>, 'resource' | 'list'>) {
  const list = useAdminList(resource, loading)
  const isList = useMatch(resource.listUrl) !== null
  const isAdding = useMatch(`${resource.listUrl}/new`) !== null
  return (
    <>
      {(isList || isAdding) && <ItemList resource={resource} list={list} {...props} />}
      <Outlet context={list} />
    </>
  )
}
