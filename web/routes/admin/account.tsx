import { AccountForm } from '#web/features/admin/accounts/account-form.tsx'
import { accountResource } from '#web/features/admin/accounts/account-resource.tsx'
import { ItemFormPage } from '#web/features/admin/kit/form/item-form-page.tsx'
import { startLoadingItem } from '#web/features/admin/kit/form/use-edited-item.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit admin account' : 'Add admin account')

export function clientLoader({ params }: { params: { id?: string } }) {
  return { loading: startLoadingItem(accountResource, params.id) }
}

export default function AdminAccount({ loaderData }: { loaderData: ReturnType<typeof clientLoader> }) {
  return <ItemFormPage resource={accountResource} loading={loaderData.loading} form={(props) => <AccountForm {...props} />} />
}
