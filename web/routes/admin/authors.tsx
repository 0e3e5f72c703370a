import { authorResource } from '#web/features/admin/authors/author-resource.ts'
import { AUTHOR_COLUMNS, authorRow } from '#web/features/admin/authors/author-row.tsx'
import { ListPage } from '#web/features/admin/kit/list/list-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = () => adminMeta(authorResource.title)

export default function AdminAuthors() {
  return <ListPage resource={authorResource} view={authorRow} columns={AUTHOR_COLUMNS} />
}
