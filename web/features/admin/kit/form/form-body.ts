export type FormValue = string | number | string[] | Blob | null | undefined

/** Builds a multipart form. Texts precede files, so that the API can check them before the files arrive. */
export function toFormData(values: Record<string, FormValue>): FormData {
  const form = new FormData()
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) if (!(value instanceof Blob)) form.append(name, toText(value))
  for (const [name, value] of entries) if (value instanceof Blob) form.append(name, value)
  return form
}

function toText(value: Exclude<FormValue, Blob>): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '')
}

/** The bytes of all files of a form, except one field's. */
export function totalFileBytes(values: Record<string, unknown>, except?: string): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + (value instanceof Blob && name !== except ? value.size : 0), 0)
}
