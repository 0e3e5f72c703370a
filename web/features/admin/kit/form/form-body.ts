export type FormValue = string | number | string[] | Blob | null | undefined

/** Form fields for the API. Texts go before files, so that it can judge them before the files arrive. */
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

/** What the files of a form weigh, but for one of them. */
export function totalFileBytes(values: Record<string, unknown>, except?: string): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + (value instanceof Blob && name !== except ? value.size : 0), 0)
}
