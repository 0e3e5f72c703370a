import { bookResource } from '#web/admin/books/book-resource.tsx'
import { ListPage, listRoute } from '#web/admin/kit/list/list-route.tsx'
import { TransferLinks } from '#web/admin/transfer/transfer-links.tsx'

export const { meta, clientLoader, shouldRevalidate } = listRoute(bookResource, <TransferLinks noun="books" />)
export default ListPage
