import { adminMeta } from '#web/features/admin/admin-meta.ts'
import { authorResource } from '#web/features/admin/authors/author-resource.ts'
import { AUTHOR_COLUMNS, authorRow } from '#web/features/admin/authors/author-row.tsx'
import { ListPage } from '#web/features/admin/list/list-page.tsx'

export const meta = () => adminMeta(authorResource.title)

export default function AdminAuthors() {
  return <ListPage resource={authorResource} view={authorRow} columns={AUTHOR_COLUMNS} />
}
