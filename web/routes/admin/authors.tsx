import { authorResource } from '#web/features/admin/authors/author-resource.tsx'
import { ListPage, listRoute } from '#web/features/admin/kit/list/list-route.tsx'

export const { meta, clientLoader } = listRoute(authorResource)
export default ListPage
