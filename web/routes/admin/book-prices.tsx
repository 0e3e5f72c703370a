import { bookResource } from '#web/admin/books/book-resource.tsx'
import { PriceTablePage, priceTableRoute } from '#web/admin/kit/bulk/price-table-route.tsx'

export const { meta, clientLoader } = priceTableRoute(bookResource)
export default PriceTablePage
