import { AuthorForm } from '#web/admin/authors/author-form.tsx'
import { authorResource } from '#web/admin/authors/author-resource.tsx'
import { ItemPage, itemRoute } from '#web/admin/kit/form/item-route.tsx'

export const { meta, clientLoader } = itemRoute(authorResource, AuthorForm)
export default ItemPage
