import { AccountForm } from '#web/features/admin/accounts/account-form.tsx'
import { accountResource } from '#web/features/admin/accounts/account-resource.ts'
import { ItemFormPage } from '#web/features/admin/kit/form/item-form-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = ({ params }: { params: { id?: string } }) => adminMeta(params.id ? 'Edit admin account' : 'Add admin account')

export default function AdminAccount() {
  return <ItemFormPage resource={accountResource} form={(props) => <AccountForm {...props} />} />
}
