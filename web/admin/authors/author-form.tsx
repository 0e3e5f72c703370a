import { type Author, authorForm } from '#contracts/catalogue/author.ts'
import { nameKey } from '#contracts/catalogue/name-key.ts'
import { site } from '#site/site.ts'
import { formSchema, startValues } from '#web/admin/kit/form/described-form.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { type FormProps, type SaveQuestion, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { authorResource, booksCarry } from './author-resource.tsx'

export function AuthorForm(props: FormProps<Author>) {
  const { item } = props
  const state = useItemForm({
    resource: authorResource,
    schema: formSchema(authorForm, { isNew: !item }),
    defaultValues: startValues(authorForm, item && authorResource.valuesOf(item)),
    question: ({ name }) => item && askAboutBooks(item, name),
    ...props,
  })
  return <ItemForm state={state} />
}

/** Returns the question to ask before an author's name is changed so that it differs from the name in the author's books. */
function askAboutBooks({ name: before, books }: Author, name: string): SaveQuestion | undefined {
  if (books === 0 || nameKey(before) === nameKey(name)) return undefined
  const founder = `The page “Books by ${site.founder.name}” lists books of that name only.`
  return {
    title: 'Change the name in the books too?',
    message: [
      `${booksCarry(books)} the name ${before}. If it is not changed there too, this profile no longer lists ${books === 1 ? 'it' : 'them'}.`,
      ...(nameKey(before) === nameKey(site.founder.name) ? [founder] : []),
    ].join(' '),
    confirm: `Change in ${pluralize(books, 'book')}`,
    fields: { renameBooks: 'true' },
    alternative: 'Change the profile only',
  }
}
