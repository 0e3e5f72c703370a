import { bookForm } from '#contracts/catalogue/book.ts'
import { askAboutPrice } from '#web/admin/kit/form/ask-about-price.ts'
import { formSchema, startValues } from '#web/admin/kit/form/described-form.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { type FormProps, type RefusalQuestion, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { bookResource } from './book-resource.tsx'

/** Question about a PDF with a password: readers cannot open the file without it, and buyers notice only when they open it. */
const LOCKED_PDF: RefusalQuestion = {
  code: 'password_needed',
  fields: { lockedPdf: 'refuse' },
  question: {
    title: 'This PDF opens only with a password',
    message:
      'Everyone who opens the book needs the password, buyers too. The site doesn’t know it: you have to send it to each of them. The book has no preview and no reading view, and search doesn’t find its text.',
    confirm: 'Publish it locked',
    fields: { lockedPdf: 'accept' },
  },
}

export function BookForm(props: FormProps<CatalogueBook>) {
  const { item } = props
  const state = useItemForm({
    resource: bookResource,
    schema: formSchema(bookForm, { isNew: !item }),
    defaultValues: startValues(bookForm, item && bookResource.valuesOf(item)),
    refusal: LOCKED_PDF,
    question: ({ price }) => askAboutPrice(item?.price, price),
    ...props,
  })
  return <ItemForm state={state} />
}
