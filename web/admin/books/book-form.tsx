import type { ComponentProps } from 'react'
import { Controller } from 'react-hook-form'
import { BookFields } from '#contracts/catalogue/book.ts'
import { CATEGORIES, parseCategories } from '#contracts/catalogue/categories.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { chosenFile } from '#web/admin/kit/form/file-field-schema.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { askAboutPrice, PriceField } from '#web/admin/kit/form/price-field.tsx'
import { SlugField } from '#web/admin/kit/form/slug-field.tsx'
import { ToggleButtons } from '#web/admin/kit/form/toggle-buttons.tsx'
import { type FormProps, type RefusalQuestion, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { bookResource } from './book-resource.tsx'

const NewBook = BookFields.extend({ coverImage: chosenFile('image'), pdf: chosenFile('pdf') })
const ChangedBook = BookFields.extend({ coverImage: chosenFile('image').optional(), pdf: chosenFile('pdf').optional() })

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
    schema: item ? ChangedBook : NewBook,
    defaultValues: {
      title: item?.title ?? '',
      author: item?.author ?? '',
      price: item ? item.price.toFixed(2) : '',
      categories: item?.categories.join(', ') ?? '',
      description: item?.description ?? '',
      slug: item?.slug ?? '',
      coverImage: undefined,
      pdf: undefined,
    },
    earlyUploadField: 'pdf',
    refusal: LOCKED_PDF,
    question: ({ price }) => askAboutPrice(item?.price, price),
    ...props,
  })
  const { form, field, file } = state

  return (
    <ItemForm state={state}>
      <TextField label="Title" required className="sm:col-span-2" {...field('title')} />
      <TextField label="Author" required {...field('author')} />
      <PriceField {...field('price')} />
      <div className="sm:col-span-2">
        <Controller
          control={form.control}
          name="categories"
          render={({ field: { value, ...field }, fieldState: { error } }) => (
            <CategoriesField {...field} text={[value].flat().join(', ')} error={error?.message} />
          )}
        />
      </div>
      <TextAreaField label="Description" required rows={6} className="sm:col-span-2" {...field('description')} />
      <FileField
        {...file('coverImage')}
        label="Cover image"
        kind="image"
        stored={item && 'cover'}
        shape="aspect-2/3"
        picture={item?.cover}
        advice="Upright, 2:3."
      />
      <FileField {...file('pdf')} label="PDF file" kind="pdf" stored={item && 'file'} />
      <SlugField path="/books" slug={item?.slug} {...field('slug')} />
    </ItemForm>
  )
}

/** Categories as comma-separated text, with buttons for the categories that visitors can filter by. */
function CategoriesField({
  text,
  onChange,
  error,
  ...input
}: { text: string; onChange: (text: string) => void; error?: string | undefined } & Pick<
  ComponentProps<'input'>,
  'name' | 'onBlur' | 'ref'
>) {
  const chosen = parseCategories(text)
  const unknown = chosen.filter((name) => !CATEGORIES.some((known) => known === name))
  return (
    <div>
      <TextField
        label="Categories"
        required
        autoComplete="off"
        hint={unknown.length > 0 ? unknownHint(unknown) : 'Separate several with commas, or tap them below.'}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        {...input}
      />
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">Categories that readers can filter by</legend>
        <ToggleButtons names={CATEGORIES} chosen={chosen} onChange={(names) => onChange(names.join(', '))} />
      </fieldset>
    </div>
  )
}

function unknownHint(names: string[]) {
  const quoted = names.map((name) => `“${name}”`).join(' and ')
  return `${quoted} ${names.length === 1 ? 'is' : 'are'} accepted, but readers won’t find ${names.length === 1 ? 'it' : 'them'} in the shop’s filter.`
}
