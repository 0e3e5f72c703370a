import { UploadedRecording } from '#contracts/common/upload.ts'
import { read } from '#web/admin/kit/api.ts'
import { ApiError } from '#web/lib/api/api.ts'

/**
 * Returns the server's findings about an uploaded recording; undefined when they can't be fetched. @throws ApiError for a recording that
 * can't be published
 */
export async function readUploadedRecording(id: string): Promise<UploadedRecording | undefined> {
  try {
    return await read(UploadedRecording, `/uploads/${id}/recording`)
  } catch (error) {
    if (error instanceof ApiError && error.problem.errors?.length) throw error
    return undefined
  }
}
