import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { UploadField } from '#contracts/common/upload.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import { type FormOptions, type MultipartForm, readMultipartForm } from './multipart-form.ts'
import { withOwnFolder } from './own-folder.ts'
import type { UploadedFile } from './receive-file.ts'

type Options<Field extends string> = FormOptions<Field> & {
  /** Claims the finished uploads that the form names in place of files; required for files that may be uploaded in chunks */
  claim?: ClaimUpload
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
  { claim, ...options }: Options<Field>,
  work: (form: MultipartForm<Field>) => Promise<Result>,
): Promise<Result> {
  return withOwnFolder(options.folder, async (folder) => {
    const form = await readMultipartForm(request, { ...options, folder })
    const resumeIdleTimeout = suspendIdleTimeout(request.raw.socket)
    try {
      return claim ? await withUploads(request, form, { ...options, claim }, work) : await work(form)
    } finally {
      resumeIdleTimeout()
    }
  })
}

/** Runs `work` with the uploads that the form names. A refused form leaves them, so that a corrected form needs no second upload. */
async function withUploads<Field extends string, Result>(
  request: FastifyRequest,
  form: MultipartForm<Field>,
  { folder, files, claim }: Pick<FormOptions<Field>, 'folder' | 'files'> & { claim: ClaimUpload },
  work: (form: MultipartForm<Field>) => Promise<Result>,
): Promise<Result> {
  const isNamed = (field: string): field is Field & UploadField =>
    files[field as Field]?.inChunks === true && Boolean(form.fields[`${field}Upload`])
  const field = Object.keys(files).find(isNamed)
  if (!field) return work(form)
  const { [`${field}Upload`]: id, ...fields } = form.fields
  const adminId = request.actor?.admin?.id
  if (typeof id !== 'string' || !adminId || form.files[field]) {
    throw invalidRequest([{ field, message: 'Send only one file, as a part of the form or as an upload.' }])
  }
  return withClaimedUpload({ id, field, adminId, folder, claim }, async ({ file, consume }) => {
    const rest = { ...form, fields, files: { ...form.files, [field]: file } }
    const result = await withUploads(request, rest, { folder, files, claim }, work)
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
