import { AccountForm } from '#web/features/admin/accounts/account-form.tsx'
import { accountResource } from '#web/features/admin/accounts/account-resource.tsx'
import { ItemPage, itemRoute } from '#web/features/admin/kit/form/item-route.tsx'

export const { meta, clientLoader } = itemRoute(accountResource, AccountForm)
export default ItemPage
