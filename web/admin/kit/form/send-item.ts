import { send } from '#web/admin/kit/api.ts'
import type { OnProgress } from '#web/admin/kit/upload/uploading-fetch.ts'
import { type EarlyUploads, totalFileBytes } from '#web/admin/kit/upload/use-early-uploads.ts'

type FormValue = string | number | string[] | Blob | null | undefined
type Values = Record<string, FormValue>
type Options = { onProgress: OnProgress; signal: AbortSignal }

/** Creates an item, or updates the item with the given id. Returns the JSON of the stored item. */
export async function sendItem(
  collection: string,
  id: string | undefined,
  values: Values,
  { asJson, earlyUploads, ...options }: Options & { asJson: boolean; earlyUploads: EarlyUploads },
): Promise<unknown> {
  const method = id ? 'PATCH' : 'POST'
  const path = id ? `${collection}/${encodeURIComponent(id)}` : collection
  if (asJson) return send(method, path, values, options)
  const rest = await finishUploads(values, earlyUploads, options)
  return send(method, path, toFormData(rest.values), { ...options, onProgress: rest.onProgress })
}

/** Waits for the uploads of files and replaces the files by the ids. The progress of the request continues after the bytes of the files. */
async function finishUploads(values: Values, { fields, finish }: EarlyUploads, { onProgress, signal }: Options) {
  const files = fields.flatMap((field) => {
    const file = values[field]
    return file instanceof File ? [[field, file] as [typeof field, File]] : []
  })
  if (files.length === 0) return { values, onProgress }
  const uploadBytes = totalFileBytes(Object.fromEntries(files))
  const total = totalFileBytes(values)
  const ids = await finish(files, { signal, onProgress: (sent) => onProgress(sent, total) })
  const replaced = Object.fromEntries(
    [...ids].flatMap(([field, id]) => [
      [field, undefined],
      [`${field}Upload`, id],
    ]),
  )
  return {
    values: { ...values, ...replaced },
    onProgress: (sent: number, size: number) => onProgress(uploadBytes + sent, uploadBytes + size),
  }
}

/** Builds a multipart form. Text fields precede files, so that the API can validate them before the files arrive. */
function toFormData(values: Values): FormData {
  const form = new FormData()
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) if (!(value instanceof Blob)) form.append(name, toText(value))
  for (const [name, value] of entries) if (value instanceof Blob) form.append(name, value)
  return form
}

function toText(value: Exclude<FormValue, Blob>): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '')
}
