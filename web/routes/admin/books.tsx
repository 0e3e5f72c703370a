import { adminMeta } from '#web/features/admin/admin-meta.ts'
import { bookResource } from '#web/features/admin/books/book-resource.ts'
import { BOOK_COLUMNS, bookRow } from '#web/features/admin/books/book-row.tsx'
import { ListPage } from '#web/features/admin/list/list-page.tsx'

export const meta = () => adminMeta(bookResource.title)

export default function AdminBooks() {
  return <ListPage resource={bookResource} view={bookRow} columns={BOOK_COLUMNS} />
}
