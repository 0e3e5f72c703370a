import type { FastifyRequest } from 'fastify'
import type { UploadField } from '#contracts/common/upload.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { withClaimedUpload } from '#server/media/upload/with-form.ts'
import { unauthenticated } from '#server/platform/problems.ts'
import type { ItemDeps } from './item-deps.ts'

/** Calls `inspect` with the file of a finished upload. The upload stays available to the form. */
export function inspectUpload<Result>(
  request: FastifyRequest<{ Params: { id: string } }>,
  field: UploadField,
  { claimUpload: claim, library }: Pick<ItemDeps, 'claimUpload' | 'library'>,
  inspect: (file: UploadedFile) => Promise<Result>,
): Promise<Result> {
  const adminId = request.actor?.admin?.id
  if (!adminId) throw unauthenticated()
  const wanted = { id: request.params.id, field, adminId, claim, folder: library.tempFolder }
  return withClaimedUpload(wanted, ({ file }) => inspect(file))
}
