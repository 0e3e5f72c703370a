import { Link } from 'react-router'
import { type Author, authorForm } from '#contracts/catalogue/author.ts'
import { nameKey } from '#contracts/catalogue/name-key.ts'
import { useAuthors } from '#web/admin/kit/form/author-input.tsx'
import { formSchema, startValues } from '#web/admin/kit/form/described-form.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import type { SaveQuestion } from '#web/admin/kit/form/save-question.ts'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { useSite } from '#web/lib/site.tsx'
import { TextField } from '#web/ui/field.tsx'
import { authorResource } from './author-resource.tsx'
import { countBooks, describeBooks } from './count-books.ts'

export function AuthorForm(props: FormProps<Author>) {
  const { item } = props
  const time = useShopTime()
  const { founder } = useSite()
  const state = useItemForm({
    resource: authorResource,
    schema: formSchema(authorForm, { isNew: !item }),
    defaultValues: startValues(authorForm, item && authorResource.valuesOf(item), time),
    question: ({ name }) => item && askAboutBooks(item, name, founder.name),
    ...props,
  })
  return (
    <ItemForm
      state={state}
      own={{
        name: (
          <TextField
            label={authorForm.name.label}
            required
            className="sm:col-span-2"
            hint={<SameName name={String(state.form.watch('name') ?? '')} ownId={item?.id} />}
            {...state.field('name')}
          />
        ),
      }}
    />
  )
}

/** Hint that another author has the same name. Books refer to authors by name, so both authors would list the same books. */
function SameName({ name, ownId }: { name: string; ownId: string | undefined }) {
  const found = useAuthors({ name: name.trim(), limit: 2 })
  const other = name.trim() ? found?.find(({ id }) => id !== ownId) : undefined
  if (!other) return null
  return (
    <span role="status">
      There is already an author with this name, with {pluralize(other.books, 'book')}. Both pages would list the same books.{' '}
      <Link to={`/admin/authors/${other.id}/edit`} className="text-link">
        Edit that author
      </Link>
    </span>
  )
}

/** Returns the question whether to update the name in an author's books when the author is renamed. */
async function askAboutBooks(author: Author, name: string, founder: string): Promise<SaveQuestion | undefined> {
  const { name: before } = author
  if (nameKey(before) === nameKey(name)) return undefined
  const books = await countBooks(before)
  if (books === 0) return undefined
  const note = `The founder’s name on the site, as on the page “Books by ${founder}”, changes with the books.`
  return {
    title: 'Change the name in the books too?',
    message: [
      describeBooks(before, books, author.books),
      `If it is not changed there too, ${books === 1 ? 'it no longer belongs' : 'they no longer belong'} to this profile.`,
      ...(nameKey(before) === nameKey(founder) ? [note] : []),
    ].join(' '),
    confirm: `Change in ${pluralize(books, 'book')}`,
    fields: { renameBooks: 'true' },
    alternative: 'Change the profile only',
  }
}
