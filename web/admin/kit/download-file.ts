import { saveFile } from '#web/lib/save-file.ts'
import { adminApi } from './api.ts'

/** Saves the API's response as a file. A plain link could not send the token. */
export async function downloadFile(path: string, name: string): Promise<void> {
  saveFile(await (await adminApi.call(path)).blob(), name)
}
