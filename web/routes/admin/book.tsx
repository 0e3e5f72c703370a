import { BookForm } from '#web/features/admin/books/book-form.tsx'
import { bookResource } from '#web/features/admin/books/book-resource.tsx'
import { ItemPage, itemRoute } from '#web/features/admin/kit/form/item-route.tsx'

export const { meta, clientLoader } = itemRoute(bookResource, BookForm)
export default ItemPage
