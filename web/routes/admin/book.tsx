import { BookForm } from '#web/features/admin/books/book-form.tsx'
import { bookResource } from '#web/features/admin/books/book-resource.tsx'
import { ItemFormPage } from '#web/features/admin/kit/form/item-form-page.tsx'
import { startLoadingItem } from '#web/features/admin/kit/form/use-edited-item.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit book' : 'Add book')

export function clientLoader({ params }: { params: { id?: string } }) {
  return { loading: startLoadingItem(bookResource, params.id) }
}

export default function AdminBook({ loaderData }: { loaderData: ReturnType<typeof clientLoader> }) {
  return <ItemFormPage resource={bookResource} loading={loaderData.loading} form={(props) => <BookForm {...props} />} />
}
