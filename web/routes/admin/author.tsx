import { AuthorForm } from '#web/features/admin/authors/author-form.tsx'
import { authorResource } from '#web/features/admin/authors/author-resource.ts'
import { ItemFormPage } from '#web/features/admin/kit/form/item-form-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit author' : 'Add author')

export default function AdminAuthor() {
  return <ItemFormPage resource={authorResource} form={(props) => <AuthorForm {...props} />} />
}
