import { bookResource } from '#web/admin/books/book-resource.tsx'
import { ListPage, listRoute } from '#web/admin/kit/list/list-route.tsx'

export const { meta, clientLoader } = listRoute(bookResource)
export default ListPage
