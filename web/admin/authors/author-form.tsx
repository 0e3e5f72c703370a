import { type Author, AuthorFields, SOCIAL_NETWORKS } from '#contracts/catalogue/author.ts'
import { nameKey } from '#contracts/catalogue/name-key.ts'
import { site } from '#site/site.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { chosenFile } from '#web/admin/kit/form/file-field-schema.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { SlugField } from '#web/admin/kit/form/slug-field.tsx'
import { type FormProps, type SaveQuestion, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { authorResource, booksCarry, NETWORK_NAMES } from './author-resource.tsx'

const NewAuthor = AuthorFields.extend({ photo: chosenFile('image') })
const ChangedAuthor = AuthorFields.extend({ photo: chosenFile('image').optional() })

export function AuthorForm(props: FormProps<Author>) {
  const { item } = props
  const state = useItemForm({
    resource: authorResource,
    schema: item ? ChangedAuthor : NewAuthor,
    defaultValues: {
      name: item?.name ?? '',
      photo: undefined,
      bio: item?.bio ?? '',
      slug: item?.slug ?? '',
      facebook: item?.socialLinks.facebook ?? '',
      twitter: item?.socialLinks.twitter ?? '',
      instagram: item?.socialLinks.instagram ?? '',
      linkedin: item?.socialLinks.linkedin ?? '',
    },
    question: ({ name }) => item && askAboutBooks(item, name),
    ...props,
  })
  const { field, file } = state

  return (
    <ItemForm state={state}>
      <TextField label="Name" required className="sm:col-span-2" {...field('name')} />
      <FileField
        {...file('photo')}
        label="Photo"
        kind="image"
        stored={item && 'photo'}
        className="sm:col-span-2"
        shape="aspect-square rounded-full"
        picture={item?.picture}
        advice="A face in the middle works best."
      />
      <TextAreaField label="Bio" required rows={6} className="sm:col-span-2" {...field('bio')} />
      {SOCIAL_NETWORKS.map((network) => (
        <TextField
          key={network}
          label={
            <>
              {NETWORK_NAMES[network]} <span className="font-normal text-soft">(optional)</span>
            </>
          }
          type="url"
          inputMode="url"
          placeholder="https://"
          {...field(network)}
        />
      ))}
      <SlugField path="/authors" slug={item?.slug} {...field('slug')} />
    </ItemForm>
  )
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
