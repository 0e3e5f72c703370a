import { bookResource } from '#web/features/admin/books/book-resource.ts'
import { BOOK_COLUMNS, bookRow } from '#web/features/admin/books/book-row.tsx'
import { ListPage } from '#web/features/admin/kit/list/list-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = () => adminMeta(bookResource.title)

export default function AdminBooks() {
  return <ListPage resource={bookResource} view={bookRow} columns={BOOK_COLUMNS} />
}
