import { bookResource } from '#web/features/admin/books/book-resource.tsx'
import { ListPage } from '#web/features/admin/kit/list/list-page.tsx'
import { startLoadingList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import type { Route } from './+types/books.ts'

export const meta = () => adminMeta(bookResource.title)

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(bookResource, request.url) }
}

export default function AdminBooks({ loaderData }: Route.ComponentProps) {
  return <ListPage resource={bookResource} loading={loaderData.loading} />
}
