import { send } from '#web/admin/kit/api.ts'
import type { OnProgress } from '#web/admin/kit/upload/uploading-fetch.ts'
import { type EarlyUpload, totalFileBytes } from '#web/admin/kit/upload/use-early-upload.ts'

type FormValue = string | number | string[] | Blob | null | undefined
type Values = Record<string, FormValue>
type Options = { onProgress: OnProgress; signal: AbortSignal }

/** Creates an item, or updates the item with the given id. Returns the JSON of the stored item. */
export async function sendItem(
  collection: string,
  id: string | undefined,
  values: Values,
  { asJson, earlyUpload, ...options }: Options & { asJson: boolean; earlyUpload: EarlyUpload },
): Promise<unknown> {
  const method = id ? 'PATCH' : 'POST'
  const path = id ? `${collection}/${encodeURIComponent(id)}` : collection
  if (asJson) return send(method, path, values, options)
  const rest = await finishUpload(values, earlyUpload, options)
  return send(method, path, toFormData(rest.values), { ...options, onProgress: rest.onProgress })
}

/** Waits for the upload of a file and replaces the file by the upload's id. The progress of the request continues after the file's bytes. */
async function finishUpload(values: Values, { field, finish }: EarlyUpload, { onProgress, signal }: Options) {
  const file = field && values[field]
  if (!field || !(file instanceof File)) return { values, onProgress }
  const total = file.size + totalFileBytes(values, field)
  const uploadId = await finish(file, { signal, onProgress: (sent) => onProgress(sent, total) })
  return {
    values: { ...values, [field]: undefined, [`${field}Upload`]: uploadId },
    onProgress: (sent: number, size: number) => onProgress(file.size + sent, file.size + size),
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
