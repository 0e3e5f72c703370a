import { z } from 'zod'
import { EDITION_FORMATS, type EditionFormat, type FileFormat } from '#contracts/common/file-formats.ts'

type Described = {
  /** Label of the field in the admin form and in the comparison of two versions of an item */
  label: string
  hint?: string
  /** Whether the field takes half the width of a wide form */
  half?: true
  /** Whether the field is below the others, in a part of the form that is folded while none of its fields has a value */
  isFurther?: true
}

/** Text field of a form, optional if its schema is optional. `kind` selects the input of the admin form. */
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
    | 'contributors'
    | 'language'
    | 'switch'
    | 'slug'
    | 'state'
    | 'time'
  schema: z.ZodType
  placeholder?: string
}

/** File field of a form. The field of an edition is named for its format. */
export type FileFormField = Described & {
  kind: FileFormat
  /** Noun for the stored file in the hints of the form, such as `cover` */
  stored: string
  /** Error message for a new item without the file. If undefined, the file is optional. */
  missing?: string
  /** Optional file field whose file makes this file needless */
  alternative?: string
  /** Shape in which the site displays the image */
  shape?: 'book' | 'square' | 'portrait'
}

/**
 * Description of a form, with its fields in order. The API and its documentation, the admin form, the comparison of two versions, import
 * and export derive from this description.
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

export const isFileField = (field: TextFormField | FileFormField): field is FileFormField => !('schema' in field)

/** Returns the file fields of a form, by name. */
export function fileFields(form: ItemForm): [name: string, field: FileFormField][] {
  return Object.entries(form).filter((entry): entry is [string, FileFormField] => isFileField(entry[1]))
}

/** Value of a switch in a form. A switch is off when it is empty. */
export const Switch = optional(z.enum(['yes', 'no'], { error: 'Enter yes or no.' }))

/** Returns the names of the form's file fields whose files may be uploaded in chunks before the form is sent. */
export function editionFields(form: ItemForm): EditionFormat[] {
  return EDITION_FORMATS.filter((format) => format in form)
}

/** Returns the schema of an optional form field. An empty text counts as missing. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional())
}
