import { Controller } from 'react-hook-form'
import { BookFields } from '#contracts/book.ts'
import { FileField } from '#web/features/admin/kit/form/file-field.tsx'
import { chosenFile } from '#web/features/admin/kit/form/file-field-schema.ts'
import { ItemForm } from '#web/features/admin/kit/form/item-form.tsx'
import { type FormProps, useItemForm } from '#web/features/admin/kit/form/use-item-form.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { bookResource } from './book-resource.tsx'
import { CategoriesField } from './categories-field.tsx'

const NewBook = BookFields.extend({ coverImage: chosenFile('image'), pdf: chosenFile('pdf') })
const ChangedBook = BookFields.extend({ coverImage: chosenFile('image').optional(), pdf: chosenFile('pdf').optional() })

/** Adds a book, or edits the one that is given. */
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
      coverImage: undefined,
      pdf: undefined,
    },
    earlyUploadField: 'pdf',
    ...props,
  })
  const { field } = state
  const { control } = state.form

  return (
    <ItemForm state={state}>
      <TextField label="Title" required className="sm:col-span-2" {...field('title')} />
      <TextField label="Author" required {...field('author')} />
      <TextField
        label="Price"
        type="number"
        step="0.01"
        inputMode="decimal"
        required
        hint="In US dollars; 0 makes it free."
        {...field('price')}
      />
      <div className="sm:col-span-2">
        <Controller
          control={control}
          name="categories"
          render={({ field: { value, ...field }, fieldState: { error } }) => (
            <CategoriesField {...field} text={[value].flat().join(', ')} error={error?.message} />
          )}
        />
      </div>
      <TextAreaField label="Description" required rows={6} className="sm:col-span-2" {...field('description')} />
      <FileField
        control={control}
        name="coverImage"
        label="Cover image"
        kind="image"
        stored={item && 'cover'}
        preview={{ shape: 'aspect-2/3', current: item && <Picture picture={item.cover} alt="" sizes="64px" fallback={null} /> }}
        advice="Upright, 2:3."
      />
      <FileField
        control={control}
        name="pdf"
        label="PDF file"
        kind="pdf"
        stored={item && 'file'}
        onChosen={state.uploadEarly}
        uploaded={state.earlyUpload.uploaded}
      />
    </ItemForm>
  )
}
