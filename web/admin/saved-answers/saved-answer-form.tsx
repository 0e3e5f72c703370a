import { type SavedAnswer, SavedAnswerFields } from '#contracts/site/contact.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { savedAnswerResource } from './saved-answer-resource.tsx'

export function SavedAnswerForm(props: FormProps<SavedAnswer>) {
  const { title = '', text = '' } = props.item ?? {}
  const state = useItemForm({
    resource: savedAnswerResource,
    schema: SavedAnswerFields,
    defaultValues: { title, text },
    asJson: true,
    ...props,
  })
  return (
    <ItemForm state={state}>
      <TextField label="Title" required autoComplete="off" className="sm:col-span-2" {...state.field('title')} />
      <TextAreaField label="Text" required rows={8} className="sm:col-span-2" {...state.field('text')} />
    </ItemForm>
  )
}
