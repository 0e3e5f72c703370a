import { AuthorForm } from '#web/features/admin/authors/author-form.tsx'
import { authorResource } from '#web/features/admin/authors/author-resource.tsx'
import { ItemFormPage } from '#web/features/admin/kit/form/item-form-page.tsx'
import { startLoadingItem } from '#web/features/admin/kit/form/use-edited-item.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit author' : 'Add author')

export function clientLoader({ params }: { params: { id?: string } }) {
  return { loading: startLoadingItem(authorResource, params.id) }
}

export default function AdminAuthor({ loaderData }: { loaderData: ReturnType<typeof clientLoader> }) {
  return <ItemFormPage resource={authorResource} loading={loaderData.loading} form={(props) => <AuthorForm {...props} />} />
}
