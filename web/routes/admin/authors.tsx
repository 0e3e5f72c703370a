import { authorResource } from '#web/admin/authors/author-resource.tsx'
import { ListPage, listRoute } from '#web/admin/kit/list/list-route.tsx'

export const { meta, clientLoader, shouldRevalidate } = listRoute(authorResource)
export default ListPage
