import { useOutlet, useSearchParams } from 'react-router'
import { adminMeta } from '#web/features/admin/admin-meta.ts'
import { BookList } from '#web/features/admin/books/book-list.tsx'
import { bookResource } from '#web/features/admin/books/book-resource.ts'
import { useAdminList } from '#web/features/admin/list/use-admin-list.ts'

export const meta = () => adminMeta('Books')

/** The list stays in memory while one of its forms is open in its place. */
export default function AdminBooks() {
  const [params] = useSearchParams()
  const form = useOutlet(null) !== null
  const list = useAdminList(bookResource, { q: params.get('q') ?? '', shown: !form })
  const outlet = useOutlet(list)
  return outlet ?? <BookList list={list} />
}
