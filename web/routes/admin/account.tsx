import { AccountForm } from '#web/admin/accounts/account-form.tsx'
import { accountResource } from '#web/admin/accounts/account-resource.tsx'
import { ItemPage, itemRoute } from '#web/admin/kit/form/item-route.tsx'

export const { meta, clientLoader } = itemRoute(accountResource, AccountForm)
export default ItemPage
