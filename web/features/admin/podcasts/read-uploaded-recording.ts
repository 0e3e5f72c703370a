import { UploadedRecording } from '#contracts/upload.ts'
import { read } from '#web/features/admin/kit/api.ts'
import { ApiError } from '#web/lib/api/api.ts'

/** What the server finds in an uploaded recording. Undefined when it can't be asked now. @throws ApiError for one that can't be published */
export async function readUploadedRecording(id: string): Promise<UploadedRecording | undefined> {
  try {
    return await read(UploadedRecording, `/uploads/${id}/recording`)
  } catch (error) {
    if (error instanceof ApiError && error.problem.errors?.length) throw error
    return undefined
  }
}
