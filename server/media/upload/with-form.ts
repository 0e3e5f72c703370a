import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { UploadField } from '#contracts/common/upload.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import { type FormOptions, type MultipartForm, readMultipartForm } from './multipart-form.ts'
import { withOwnFolder } from './own-folder.ts'
import type { UploadedFile } from './receive-file.ts'

type Options<Field extends string> = FormOptions<Field> & {
  /** File field of a form that also accepts a finished chunked upload: the text field `<field>Upload` then contains the upload's id */
  upload?: { field: Field & UploadField; claim: ClaimUpload }
}

/** File of a finished upload, with the same properties as a file of the form. */
type ClaimedUpload = {
  file: UploadedFile
  /** Removes the upload after its file was published. */
  consume: () => Promise<void>
  release: () => Promise<void>
}

/**
 * Locks a finished upload and links its file into `folder`. Throws a problem (400) for `field` if the upload is unknown, locked, another
 * administrator's, unfinished, expired or for another field.
 */
export type ClaimUpload = (wanted: { id: string; field: UploadField; adminId: string; folder: string }) => Promise<ClaimedUpload>

/** Reads a multipart form, runs `work`, and removes the form's files. */
export function withForm<Field extends string, Result>(
  request: FastifyRequest,
  { upload, ...options }: Options<Field>,
  work: (form: MultipartForm<Field>) => Promise<Result>,
): Promise<Result> {
  return withOwnFolder(options.folder, async (folder) => {
    const form = await readMultipartForm(request, { ...options, folder })
    const resumeIdleTimeout = suspendIdleTimeout(request.raw.socket)
    try {
      return upload ? await withUpload(request, form, { folder: options.folder, ...upload }, work) : await work(form)
    } finally {
      resumeIdleTimeout()
    }
  })
}

/** Runs `work` with the upload that the form names. A refused form leaves the upload, so that a corrected form needs no second upload. */
async function withUpload<Field extends string, Result>(
  request: FastifyRequest,
  form: MultipartForm<Field>,
  { folder, field, claim }: { folder: string; field: Field & UploadField; claim: ClaimUpload },
  work: (form: MultipartForm<Field>) => Promise<Result>,
): Promise<Result> {
  const name = `${field}Upload`
  const { [name]: id, ...texts } = form.fields
  if (!id) return work({ ...form, fields: texts })
  const adminId = request.actor?.admin?.id
  if (typeof id !== 'string' || !adminId || form.files[field]) {
    throw invalidRequest([{ field, message: 'Send only one file, as a part of the form or as an upload.' }])
  }
  return withClaimedUpload({ id, field, adminId, folder, claim }, async ({ file, consume }) => {
    const result = await work({ ...form, fields: texts, files: { ...form.files, [field]: file } })
    // A failure to remove the upload is only logged, since the next sweep removes it.
    await consume().catch((error: unknown) => request.log.error({ err: error }, 'a used upload could not be removed'))
    return result
  })
}

/** Runs `work` with the file of a finished upload. The upload remains unless `work` consumes it. */
export function withClaimedUpload<Result>(
  { folder: parent, claim, ...wanted }: Parameters<ClaimUpload>[0] & { claim: ClaimUpload },
  work: (upload: Pick<ClaimedUpload, 'file' | 'consume'>) => Promise<Result>,
): Promise<Result> {
  return withOwnFolder(parent, async (folder) => {
    const claimed = await claim({ ...wanted, folder })
    try {
      return await work(claimed)
    } finally {
      await claimed.release()
    }
  })
}

/**
 * Suspends the idle timeout of a connection until the returned function is called, since no bytes are sent while the files of a request are
 * processed.
 */
function suspendIdleTimeout(socket: Socket): () => void {
  // Requests injected by tests have no real socket.
  if (typeof socket.setTimeout !== 'function') return () => {}
  const limit = socket.timeout ?? 0
  socket.setTimeout(0)
  return () => {
    if (!socket.destroyed) socket.setTimeout(limit)
  }
}
