import { AccountForm } from '#web/features/admin/accounts/account-form.tsx'
import { accountResource } from '#web/features/admin/accounts/account-resource.ts'
import { adminMeta } from '#web/features/admin/admin-meta.ts'
import { ItemFormPage } from '#web/features/admin/form/item-form-page.tsx'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit admin account' : 'Add admin account')

export default function AdminAccount() {
  return <ItemFormPage resource={accountResource} form={(props) => <AccountForm {...props} />} />
}
