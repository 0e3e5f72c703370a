import { BookForm } from '#web/features/admin/books/book-form.tsx'
import { bookResource } from '#web/features/admin/books/book-resource.ts'
import { ItemFormPage } from '#web/features/admin/kit/form/item-form-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit book' : 'Add book')

export default function AdminBook() {
  return <ItemFormPage resource={bookResource} form={(props) => <BookForm {...props} />} />
}
