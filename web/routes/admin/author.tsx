import { AuthorForm } from '#web/features/admin/authors/author-form.tsx'
import { authorResource } from '#web/features/admin/authors/author-resource.tsx'
import { ItemPage, itemRoute } from '#web/features/admin/kit/form/item-route.tsx'

export const { meta, clientLoader } = itemRoute(authorResource, AuthorForm)
export default ItemPage
