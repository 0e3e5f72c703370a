import { BookForm } from '#web/admin/books/book-form.tsx'
import { bookResource } from '#web/admin/books/book-resource.tsx'
import { ItemPage, itemRoute } from '#web/admin/kit/form/item-route.tsx'

export const { meta, clientLoader } = itemRoute(bookResource, BookForm)
export default ItemPage
