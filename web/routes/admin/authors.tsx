import { authorResource } from '#web/features/admin/authors/author-resource.tsx'
import { ListPage } from '#web/features/admin/kit/list/list-page.tsx'
import { startLoadingList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import type { Route } from './+types/authors.ts'

export const meta = () => adminMeta(authorResource.title)

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(authorResource, request.url) }
}

export default function AdminAuthors({ loaderData }: Route.ComponentProps) {
  return <ListPage resource={authorResource} loading={loaderData.loading} />
}
