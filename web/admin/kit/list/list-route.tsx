import type { ReactNode } from 'react'
import { Outlet, useMatch } from 'react-router'
import { adminMeta } from '#web/admin/kit/meta.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { ItemList } from './item-list.tsx'
import { revalidatesList, startLoadingList, useAdminList } from './use-admin-list.ts'

/** Returns the route exports of a list, whose component is `ListPage`. `links` are rendered beside the link that adds an item. */
export function listRoute<Item extends { id: string }>(resource: Resource<Item>, links?: ReactNode) {
  return {
    meta: adminMeta(resource.title),
    shouldRevalidate: revalidatesList,
    clientLoader: ({ request }: { request: Request }) => ({
      resource,
      links,
      loading: startLoadingList(
        resource,
        request.url,
        resource.filters?.map(({ name }) => name),
      ),
    }),
  }
}

type Loaded<Item extends { id: string }> = ReturnType<ReturnType<typeof listRoute<Item>>['clientLoader']>

/** Page of a list. The form that adds an item is displayed over the list; other child routes replace the list but preserve its state. */
export function ListPage<Item extends { id: string }>({ loaderData: { resource, links, loading } }: { loaderData: Loaded<Item> }) {
  const list = useAdminList(resource, loading)
  const isList = useMatch(resource.listUrl) !== null
  const isAdding = useMatch(`${resource.listUrl}/new`) !== null
  return (
    <>
      {(isList || isAdding) && <ItemList resource={resource} list={list} links={links} />}
      <Outlet context={list} />
    </>
  )
}
