import { z } from 'zod'
import { UploadField } from '#contracts/common/upload.ts'

type Described = {
  /** Label in the admin form and in the comparison of two versions */
  label: string
  hint?: string
  /** Takes half the width of a wide form */
  half?: true
}

/** Field of a form with a text, which is optional when its schema is. `kind` selects the input of the admin form. */
export type TextFormField = Described & {
  kind:
    | 'text'
    | 'author'
    | 'long text'
    | 'url'
    | 'price'
    | 'duration'
    | 'categories'
    | 'known categories'
    | 'chapters'
    | 'slug'
    | 'state'
    | 'time'
  schema: z.ZodType
  placeholder?: string
}

/** Field of a form with a file. */
export type FileFormField = Described & {
  kind: 'image' | 'pdf' | 'audio' | 'transcript'
  /** Name of the stored file in hints */
  stored: string
  /** Message that refuses a new item without the file; when left out, the file is optional */
  missing?: string
  /** Shape of an image on the site */
  shape?: 'book' | 'square' | 'portrait'
}

/**
 * Description of a form, in the order of its fields. The API and its documentation, the admin form, the comparison of two versions, import
 * and export derive from it.
 */
export type ItemForm = Record<string, TextFormField | FileFormField>

type TextShape<Form> = {
  [Name in keyof Form as Form[Name] extends TextFormField ? Name : never]: Form[Name] extends { schema: infer Schema } ? Schema : never
}

/** Returns the schema of the text fields of a form. */
export function textFields<const Form extends ItemForm>(form: Form) {
  const fields = Object.entries(form).flatMap(([name, field]) => ('schema' in field ? [[name, field.schema]] : []))
  return z.object(Object.fromEntries(fields) as TextShape<Form>)
}

/** Returns the file fields of a form, by name. */
export function fileFields(form: ItemForm): [name: string, field: FileFormField][] {
  return Object.entries(form).filter((entry): entry is [string, FileFormField] => !('schema' in entry[1]))
}

/** Returns the name of the file that may be uploaded in advance, in pieces. */
export function uploadFieldOf(form: ItemForm): UploadField | undefined {
  return UploadField.options.find((name) => name in form)
}

/** An optional field of a form: an empty text counts as missing. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())
}
