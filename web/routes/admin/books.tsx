import { bookResource } from '#web/features/admin/books/book-resource.tsx'
import { ListPage, listRoute } from '#web/features/admin/kit/list/list-route.tsx'

export const { meta, clientLoader } = listRoute(bookResource)
export default ListPage
